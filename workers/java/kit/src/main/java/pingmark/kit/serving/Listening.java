package pingmark.kit.serving;

import java.util.Map;

/** Tells where a server listens, and its effective socket options. */
public record Listening(int port, Map<String, Object> options) {
}
