package pingmark.kit.sockets;

import java.io.IOException;
import java.net.BindException;
import java.net.SocketException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Knows sends that fail where a datagram might as well have got lost on its way: a packet filter refuses it, or a queue
 * is full. The JDK has types of its own for what concerns the socket (closed, refused by the other end, without a
 * route), and none for these: a connected channel throws a bare IOException, another one a SocketException, or for
 * EACCES the BindException of a call that may bind. Their texts are the system's, in its language.
 */
public final class LostSend {
    private static final AtomicBoolean SAID = new AtomicBoolean();

    private LostSend() {
    }

    public static boolean is(Throwable failure) {
        Class<?> type = failure.getClass();
        boolean lost = type == IOException.class || type == SocketException.class || type == BindException.class;
        if (lost && !SAID.getAndSet(true)) {
            System.err.println("datagram: " + failure.getMessage() + "; counted as lost, and no more said of it");
        }
        return lost;
    }

    public static void orThrow(IOException failure) throws IOException {
        if (!is(failure)) {
            throw failure;
        }
    }
}
