package pingmark.sockets;

import java.io.IOException;
import pingmark.kit.measuring.Client;
import pingmark.kit.measuring.Connection;
import pingmark.kit.measuring.Lane;
import pingmark.kit.sockets.Link;

/** A client's thread that never waits: it polls every connection in turn. */
final class SpinClient {
    interface Links {
        Link connect() throws IOException;
    }

    private SpinClient() {
    }

    static void start(Client client, Links links) throws IOException {
        Lane lane = client.newLane();
        Connection[] connections = new Connection[(int) client.plan().connections()];
        for (int at = 0; at < connections.length; at++) {
            connections[at] = lane.add(links.connect());
        }
        lane.onMeasure(() -> measure(lane, connections));
    }

    private static void measure(Lane lane, Connection[] connections) {
        while (lane.running()) {
            for (Connection connection : connections) {
                if (!connection.receive()) {
                    if (connection.unsent()) {
                        connection.resend();
                    }
                    lane.idle();
                }
            }
            lane.endPass();
        }
    }
}
