package pingmark.sockets;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.function.Consumer;
import pingmark.kit.measuring.Client;
import pingmark.kit.measuring.Connection;
import pingmark.kit.measuring.Lane;
import pingmark.kit.sockets.Link;

/** One thread for all of a client's channels, which learns from a Selector which of them have something. */
final class SelectorClient {
    /** A selector waits for whole milliseconds. What is left until a message is due is polled. */
    private static final long NS_PER_MS = 1_000_000;

    private final Lane lane;
    private final Selector selector;
    private final int receives;

    /** @param receives of a channel that has something, one after the other: a datagram each, or a stream's bytes */
    SelectorClient(Client client, int receives) throws IOException {
        lane = client.newLane();
        selector = client.keep(Selector.open());
        this.receives = receives;
    }

    void add(SelectableChannel channel, Link link) throws IOException {
        channel.register(selector, SelectionKey.OP_READ, lane.add(link));
    }

    void waitInSelect() {
        lane.onMeasure(() -> measure(true));
    }

    void neverWait() {
        lane.onMeasure(() -> measure(false));
    }

    private void measure(boolean waits) {
        Consumer<SelectionKey> ready = this::serve; // made once: it would be garbage of every select
        for (SelectionKey key : selector.keys()) {
            Interest.set(key, wanted((Connection) key.attachment())); // the first messages were sent before this loop
        }
        try {
            while (lane.running()) {
                long waitMs = waits ? lane.waitNs() / NS_PER_MS : 0;
                int found = waitMs > 0 ? selector.select(ready, waitMs) : selector.selectNow(ready);
                if (found == 0 && !waits) {
                    lane.idle();
                }
                lane.endPass();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("select", e);
        }
    }

    private void serve(SelectionKey key) {
        Connection connection = (Connection) key.attachment();
        if (connection.unsent()) {
            connection.resend();
        }
        for (int received = 0; received < receives && connection.receive();) {
            received++;
        }
        Interest.set(key, wanted(connection));
    }

    private static int wanted(Connection connection) {
        return connection.unsent() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ;
    }
}
