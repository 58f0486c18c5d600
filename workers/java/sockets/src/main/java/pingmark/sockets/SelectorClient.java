package pingmark.sockets;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import pingmark.kit.measuring.Client;
import pingmark.kit.measuring.Connection;
import pingmark.kit.measuring.Lane;
import pingmark.kit.sockets.Link;
import pingmark.kit.sockets.Readiness;

/** One thread for all of a client's channels, which learns from a Selector which of them have something. */
final class SelectorClient {
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
        Readiness readiness = new Readiness(selector, this::serve);
        for (SelectionKey key : selector.keys()) {
            Readiness.watch(
                    key, wanted((Connection) key.attachment())); // the first messages were sent before this loop
        }
        try {
            while (lane.running()) {
                int found = readiness.await(waits ? lane.waitNs() : 0);
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
        Readiness.watch(key, wanted(connection));
    }

    private static int wanted(Connection connection) {
        return connection.unsent() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ;
    }
}
