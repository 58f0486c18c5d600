package pingmark.kit.sockets;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.concurrent.locks.LockSupport;
import pingmark.kit.protocol.Constants;

/**
 * Knows what a server does while it cannot accept, as without descriptors or memory: it says so once, and tries again
 * after a pause, as the connection that it could not accept is offered again at once. Used by one thread.
 */
public final class AcceptFailures {
    private static final long NS_PER_MS = 1_000_000;
    /** Descriptors that no connection gets: what is told of the process is read from files. */
    private static final long SPARE = 32;

    /** How many may be accepted before the descriptors are counted again, which takes as long as there are many. */
    private long left;
    private boolean said;
    private boolean rests;
    private long restsUntil;

    /** Before each accept: without room it fails as that would without any descriptor. */
    public void requireRoom() throws IOException {
        if (left-- > 0) {
            return;
        }
        UnixOperatingSystemMXBean system = (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long free = system.getMaxFileDescriptorCount() - system.getOpenFileDescriptorCount();
        left = Math.max(0, (free - SPARE) / 2);
        if (free <= SPARE) {
            throw new IOException("too many open files");
        }
    }

    public void accepted() {
        said = false;
    }

    public void say(Throwable failure) {
        if (!said) {
            System.err.println("no room for a connection: " + failure.getMessage());
        }
        said = true;
    }

    /** For a thread that does nothing else. */
    public void sayAndPause(Throwable failure) {
        say(failure);
        LockSupport.parkNanos(Constants.SHORTAGE_PAUSE_NS);
    }

    /** For a thread that serves others meanwhile, and looks at {@link #restNs}. */
    void sayAndRest(Throwable failure) {
        say(failure);
        rests = true;
        restsUntil = System.nanoTime() + Constants.SHORTAGE_PAUSE_NS;
    }

    /** Returns how long nothing is to be accepted, at least 1 ms; WITHOUT_END: there is no rest, or it is over. */
    long restNs() {
        long leftNs = restsUntil - System.nanoTime();
        rests &= leftNs > 0;
        return rests ? Math.max(NS_PER_MS, leftNs) : Readiness.WITHOUT_END;
    }
}
