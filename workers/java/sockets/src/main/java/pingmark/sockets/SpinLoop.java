package pingmark.sockets;

import pingmark.kit.measuring.Connection;
import pingmark.kit.measuring.Lane;

/** A client's loop that never waits: it asks every connection in turn. */
final class SpinLoop {
    private SpinLoop() {
    }

    static void measure(Lane lane, Connection[] connections) {
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
