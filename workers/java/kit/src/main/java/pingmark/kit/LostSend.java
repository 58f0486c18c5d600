package pingmark.kit;

import java.io.IOException;
import java.util.Set;

/**
 * Sends that fail where a datagram might as well have got lost on its way: a packet filter refuses it, or a queue is
 * full. The JDK tells them from other failures by the system's text alone.
 */
public final class LostSend {
    private static final Set<String> REASONS =
            Set.of("Operation not permitted", "Permission denied", "No buffer space available");

    private LostSend() {
    }

    public static boolean is(Throwable failure) {
        return failure instanceof IOException && failure.getMessage() != null && REASONS.contains(failure.getMessage());
    }

    static void orThrow(IOException failure) throws IOException {
        if (!is(failure)) {
            throw failure;
        }
    }
}
