package pingmark.sockets;

import java.io.IOException;
import java.net.Socket;
import pingmark.kit.measuring.Client;
import pingmark.kit.measuring.Connection;
import pingmark.kit.measuring.Lane;
import pingmark.kit.protocol.SocketOptions;

/** A client with a thread for each connection, blocked in its receive. */
final class BlockingClient {
    private static final long NS_PER_MS = 1_000_000;

    interface Sockets {
        Socket make() throws IOException;
    }

    /** What a connection's thread does while the lane runs. */
    interface Measurement {
        void run(Lane lane, Connection connection, SocketLink link);
    }

    private BlockingClient() {
    }

    static void connect(Client client, Sockets sockets, Measurement measurement) throws IOException {
        for (int at = 0; at < client.plan().connections(); at++) {
            Socket socket = client.keep(sockets.make());
            client.handshakes().open(socket);
            if (client.first()) {
                client.effectiveOptions(SocketOptions.effective(socket));
            }
            Lane lane = client.newLane();
            SocketLink link = new SocketLink(socket);
            Connection connection = lane.add(link);
            lane.onMeasure(() -> measurement.run(lane, connection, link));
        }
    }

    /** Waits for a message so long, and less than a millisecond longer. */
    static void await(SocketLink link, long waitNs) {
        link.waitAtMost((int) (waitNs / NS_PER_MS) + 1);
    }
}
