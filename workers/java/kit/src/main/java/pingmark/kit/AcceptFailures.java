package pingmark.kit;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * What a server does while it cannot accept, as without descriptors or memory: it says so once, and tries again after a
 * pause, as the connection that it could not accept is offered again at once. Used by one thread.
 */
public final class AcceptFailures {
    public static final long PAUSE_MS = 100;

    private boolean said;

    public void accepted() {
        said = false;
    }

    public void say(Throwable failure) {
        if (!said) {
            System.err.println("accept: " + failure.getMessage());
        }
        said = true;
    }

    public void sayAndPause(Throwable failure) {
        say(failure);
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_MS));
    }
}
