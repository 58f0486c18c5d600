package pingmark.kit.serving;

import java.io.IOException;
import pingmark.kit.process.WorkThread;
import pingmark.kit.sockets.AcceptFailures;

/** Starts a thread that does nothing but accept, and that pauses while there is no room. */
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
            } catch (IOException | OutOfMemoryError e) { // the latter also when the system has no more threads
                failures.sayAndPause(e);
            }
        }
    }
}
