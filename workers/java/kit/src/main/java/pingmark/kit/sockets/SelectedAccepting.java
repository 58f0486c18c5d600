package pingmark.kit.sockets;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import pingmark.kit.protocol.Constants;

/**
 * Accepts on a thread that serves others, too, and learns from a Selector when to. After a failure it pauses, as the
 * same connection would be offered again at once.
 */
public final class SelectedAccepting {
    private static final long NS_PER_MS = 1_000_000;

    /** Takes over an accepted channel. */
    public interface Taking {
        void take(SocketChannel channel) throws IOException;
    }

    private final ServerSocketChannel listener;
    private final SelectionKey key;
    private final Taking taking;
    private final AcceptFailures failures = new AcceptFailures();
    private boolean pauses;
    private long pausesUntil;

    public SelectedAccepting(ServerSocketChannel listener, Selector selector, Taking taking) throws IOException {
        this.listener = listener;
        this.taking = taking;
        key = listener.register(selector, SelectionKey.OP_ACCEPT);
    }

    public boolean isFor(SelectionKey ready) {
        return ready == key;
    }

    public void accept() {
        try {
            failures.requireRoom();
            for (SocketChannel channel; (channel = listener.accept()) != null; failures.requireRoom()) {
                taking.take(channel);
                failures.accepted();
            }
        } catch (IOException | OutOfMemoryError e) {
            failures.log(e);
            pauses = true;
            pausesUntil = System.nanoTime() + Constants.SHORTAGE_PAUSE_NS;
            Readiness.watch(key, 0);
        }
    }

    /**
     * Returns what is left of a pause, at least 1 ms; WITHOUT_END if there is none. Resumes accepting after a pause.
     */
    public long waitNs() {
        if (!pauses) {
            return Readiness.WITHOUT_END;
        }
        long leftNs = pausesUntil - System.nanoTime();
        if (leftNs > 0) {
            return Math.max(NS_PER_MS, leftNs);
        }
        pauses = false;
        Readiness.watch(key, SelectionKey.OP_ACCEPT);
        return Readiness.WITHOUT_END;
    }
}
