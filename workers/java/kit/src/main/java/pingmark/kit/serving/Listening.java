package pingmark.kit.serving;

import java.util.Map;

/** The port of a server, and its effective socket options. */
public record Listening(int port, Map<String, Object> options) {
}
