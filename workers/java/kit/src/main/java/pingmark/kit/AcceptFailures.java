package pingmark.kit;

import java.util.concurrent.locks.LockSupport;

/**
 * What a server does while it cannot accept, as without descriptors or memory: it says so once, and tries again after a
 * pause, as the connection that it could not accept is offered again at once. Used by one thread.
 */
public final class AcceptFailures {
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
        LockSupport.parkNanos(Constants.SHORTAGE_PAUSE_NS);
    }
}
