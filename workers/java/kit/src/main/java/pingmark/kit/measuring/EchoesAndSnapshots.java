package pingmark.kit.measuring;

import java.io.IOException;
import java.nio.ByteBuffer;
import pingmark.kit.protocol.TickPlan;

/** Takes echoes, and between them snapshots, which the server sends unasked and whose length tells them. */
final class EchoesAndSnapshots extends Echoes {
    private final int snapshotBytes;
    private final SnapshotCounts.Seen seen;

    EchoesAndSnapshots(Connection connection, TickPlan ticks) {
        super(connection);
        snapshotBytes = ticks.bodyBytes(connection.lane.stream());
        seen = connection.lane.snapshots().addConnection();
    }

    @Override
    void begin() {
        seen.begin();
    }

    @Override
    boolean takes(int bodyBytes) {
        return bodyBytes == snapshotBytes || super.takes(bodyBytes);
    }

    @Override
    void take(ByteBuffer data, int bodyAt, int bodyBytes, long now) throws IOException {
        if (bodyBytes == snapshotBytes) {
            connection.lane.snapshots().take(seen, data, bodyAt, bodyBytes, now);
        } else {
            seen.answered();
            super.take(data, bodyAt, bodyBytes, now);
        }
    }
}
