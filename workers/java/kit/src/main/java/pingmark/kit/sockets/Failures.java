package pingmark.kit.sockets;

import java.io.IOException;
import java.net.BindException;
import java.net.PortUnreachableException;
import java.net.SocketException;
import java.util.concurrent.atomic.AtomicBoolean;

/** Interprets failed calls. */
public final class Failures {
    private static final AtomicBoolean LOSS_REPORTED = new AtomicBoolean();

    private Failures() {
    }

    /** Returns the failure's text; the JDK gives none for an ICMP answer to a datagram. */
    public static String reason(IOException failure) {
        return failure instanceof PortUnreachableException ? "Connection refused" : failure.getMessage();
    }

    /**
     * Returns whether a datagram could not be sent as if the network had lost it: a packet filter refused it, or a
     * queue is full. The JDK throws specific types for other failures; for these it throws IOException itself,
     * SocketException or, for EACCES, BindException. Their texts depend on the system's language.
     */
    public static boolean isLostDatagram(Throwable failure) {
        Class<?> type = failure.getClass();
        boolean lost = type == IOException.class || type == SocketException.class || type == BindException.class;
        if (lost && !LOSS_REPORTED.getAndSet(true)) {
            System.err.println("datagram: " + failure.getMessage() + "; counted as lost, further ones are not logged");
        }
        return lost;
    }

    public static void throwUnlessLost(IOException failure) throws IOException {
        if (!isLostDatagram(failure)) {
            throw failure;
        }
    }
}
