package pingmark.kit.measuring;

import java.io.IOException;
import java.nio.ByteBuffer;
import pingmark.kit.protocol.Payload;
import pingmark.kit.protocol.TickPlan;

/** Takes echoes, and between them snapshots, which the server sends unasked and whose length tells them. */
final class EchoesAndSnapshots extends Echoes {
    private final TickPlan ticks;
    private final int snapshotBytes;
    private final Payload payload;
    private final SnapshotCounts arrivals;
    private long patienceNs;

    EchoesAndSnapshots(Lane lane, TickPlan ticks) {
        super(lane);
        this.ticks = ticks;
        snapshotBytes = ticks.bodyBytes(lane.stream());
        payload = Payload.random();
        arrivals = new SnapshotCounts(lane.counts);
    }

    @Override
    void begin(long lostAfterNs) {
        patienceNs = Math.max(lostAfterNs, ticks.patienceNs());
    }

    @Override
    boolean takes(int bodyBytes) {
        return bodyBytes == snapshotBytes || super.takes(bodyBytes);
    }

    @Override
    void take(Connection connection, ByteBuffer data, int bodyAt, int bodyBytes, long now) throws IOException {
        if (bodyBytes == snapshotBytes) {
            takeSnapshot(connection.snapshots, data, bodyAt, now);
        } else {
            super.take(connection, data, bodyAt, bodyBytes, now);
            connection.snapshots.live = true;
        }
    }

    @Override
    boolean awaitsMore(Connection[] connections, long now) {
        if (now - patienceNs >= lane.window().whole().to()) {
            return false;
        }
        for (Connection connection : connections) {
            if (!connection.snapshots.over) {
                return true;
            }
        }
        return false;
    }

    /** The first one after the window ends its connection's count. */
    private void takeSnapshot(SnapshotsSeen seen, ByteBuffer data, int bodyAt, long now) {
        Window whole = lane.window().whole();
        int tick = data.getInt(bodyAt);
        long skewNs = now - arrivals.firstArrival(tick, now);
        if (!seen.live || seen.over || now < whole.from()) {
            return;
        }
        if (seen.begun() && tick - seen.last() <= 0) {
            int stray = seen.overtaken(tick);
            if (stray != SnapshotsSeen.UNCOUNTED) {
                lane.unexpected(stray);
            }
            return;
        }
        arrivals.gap(seen, tick);
        seen.over = now >= whole.to();
        if (seen.over) {
            return;
        }
        arrivals.received(now - data.getLong(bodyAt + Integer.BYTES), skewNs);
        if (!payload.matches(tick, data, bodyAt + TickPlan.HEAD_BYTES, snapshotBytes - TickPlan.HEAD_BYTES)) {
            lane.counts.corrupt++;
        }
    }
}
