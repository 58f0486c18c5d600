package pingmark.kit.sockets;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * Accepts by a thread that serves others, too, and learns from a Selector when somebody comes. Without room it rests
 * for a while, in which it is not told of those that wait.
 */
public final class SelectedAccepting {
    /** Takes a channel that was accepted. */
    public interface Taking {
        void take(SocketChannel channel) throws IOException;
    }

    private final ServerSocketChannel listener;
    private final SelectionKey key;
    private final Taking taking;
    private final AcceptFailures failures = new AcceptFailures();

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
            failures.sayAndRest(e);
            Readiness.watch(key, 0);
        }
    }

    /** Returns how long the rest lasts, and ends it when it is over; WITHOUT_END: there is none. */
    public long waitNs() {
        long restNs = failures.restNs();
        if (restNs == Readiness.WITHOUT_END) {
            Readiness.watch(key, SelectionKey.OP_ACCEPT);
        }
        return restNs;
    }
}
