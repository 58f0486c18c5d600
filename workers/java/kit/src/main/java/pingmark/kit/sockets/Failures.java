package pingmark.kit.sockets;

import java.io.IOException;
import java.net.PortUnreachableException;

/** Tells what a failed call says of itself. */
public final class Failures {
    private Failures() {
    }

    /** Returns the failure's text; the JDK gives the ICMP answer to a datagram none. */
    public static String reason(IOException failure) {
        return failure instanceof PortUnreachableException ? "Connection refused" : failure.getMessage();
    }
}
