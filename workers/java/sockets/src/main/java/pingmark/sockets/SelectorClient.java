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

/** One thread for all channels of a client, which asks a Selector which of them are ready. */
final class SelectorClient {
    private final Lane lane;
    private final Selector selector;
    private final int receivesPerTurn;

    /** @param receivesPerTurn receive calls on a ready channel before the next channel has its turn */
    SelectorClient(Client client, int receivesPerTurn) throws IOException {
        lane = client.newLane();
        selector = client.keep(Selector.open());
        this.receivesPerTurn = receivesPerTurn;
        boolean waits = !client.description().spins();
        lane.onMeasure(() -> measure(waits));
    }

    void add(SelectableChannel channel, Link link) throws IOException {
        channel.register(selector, SelectionKey.OP_READ, lane.add(link));
    }

    private void measure(boolean waits) {
        Readiness readiness = new Readiness(selector, this::serve);
        // The first messages were sent before this loop, and may have filled a socket.
        selector.keys().forEach(key -> Readiness.watch(key, operations((Connection) key.attachment())));
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
        for (int received = 0; received < receivesPerTurn && connection.receive();) {
            received++;
        }
        Readiness.watch(key, operations(connection));
    }

    private static int operations(Connection connection) {
        return connection.unsent() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ;
    }
}
