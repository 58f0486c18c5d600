package pingmark.kit.serving;

import java.io.IOException;
import java.util.concurrent.locks.LockSupport;
import pingmark.kit.process.WorkThread;
import pingmark.kit.protocol.Constants;
import pingmark.kit.sockets.AcceptFailures;

/** Starts a thread that only accepts, and pauses after a failure. */
public final class AcceptThread {
    /** Accepts one connection, and hands it on. */
    public interface Accepting {
        void acceptOne() throws IOException;
    }

    private AcceptThread() {
    }

    public static void start(Accepting accepting) {
        WorkThread.start("accept", () -> accept(accepting));
    }

    private static void accept(Accepting accepting) {
        AcceptFailures failures = new AcceptFailures();
        while (true) {
            try {
                failures.requireRoom();
                accepting.acceptOne();
                failures.accepted();
            } catch (IOException | OutOfMemoryError e) { // OutOfMemoryError also if the system has no more threads
                failures.log(e);
                LockSupport.parkNanos(Constants.SHORTAGE_PAUSE_NS);
            }
        }
    }
}
