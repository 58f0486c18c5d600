package pingmark.kit.measuring;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import pingmark.kit.protocol.Payload;
import pingmark.kit.protocol.SnapshotPlan;

/** Takes echoes, and snapshots, which the server sends by itself and which have another length. */
final class EchoesAndSnapshots extends Exchange {
    private static final int KNOWN_TICKS = 64;

    private final SnapshotPlan plan;
    private final int snapshotBytes;
    private final Payload payload = Payload.random();
    /** First arrivals of recent ticks on any connection of the lane, by the lowest bits of the tick's number. */
    private final int[] ticks = new int[KNOWN_TICKS];
    private final long[] firstArrivals = new long[KNOWN_TICKS];
    private long patienceNs;

    EchoesAndSnapshots(Lane lane, SnapshotPlan plan) {
        super(lane);
        this.plan = plan;
        snapshotBytes = plan.bodyBytes(lane.stream());
        Arrays.fill(firstArrivals, Long.MAX_VALUE);
    }

    @Override
    void begin(long lostAfterNs) {
        patienceNs = Math.max(lostAfterNs, plan.patienceNs());
    }

    @Override
    boolean accepts(int bodyBytes) {
        return bodyBytes == snapshotBytes || super.accepts(bodyBytes);
    }

    @Override
    void handle(Connection connection, ByteBuffer data, int bodyAt, int bodyBytes, long now) throws IOException {
        if (bodyBytes == snapshotBytes) {
            takeSnapshot(connection.snapshots, data, bodyAt, now);
        } else {
            super.handle(connection, data, bodyAt, bodyBytes, now);
            connection.snapshots.hasAnswer = true;
        }
    }

    @Override
    boolean awaitsMore(Connection[] connections, long now) {
        if (now - patienceNs >= lane.window().whole().to()) {
            return false;
        }
        for (Connection connection : connections) {
            if (!connection.snapshots.isOver) {
                return true;
            }
        }
        return false;
    }

    /** Counts from the first snapshot in the window to the first one after it. */
    private void takeSnapshot(Seen seen, ByteBuffer data, int bodyAt, long now) {
        Window window = lane.window().whole();
        int tick = data.getInt(bodyAt);
        long skewNs = now - firstArrival(tick, now);
        if (!seen.hasAnswer || seen.isOver || now < window.from()) {
            return;
        }
        if (seen.hasBegun && tick - seen.last <= 0) {
            if (tick - seen.first >= 0) {
                lane.unexpected(seen.isKnown(tick) ? Slots.DUPLICATED : Slots.LATE);
            }
            return;
        }
        lane.counts.snapshotsLost += seen.hasBegun ? tick - seen.last - 1 : 0;
        seen.add(tick);
        seen.isOver = now >= window.to();
        if (seen.isOver) {
            return;
        }
        lane.counts.snapshotsReceived++;
        lane.counts.snapshotLateness.record(Math.max(0, now - data.getLong(bodyAt + Integer.BYTES)));
        lane.counts.snapshotSkew.record(skewNs);
        if (!payload.matches(tick, data, bodyAt + SnapshotPlan.HEAD_BYTES, snapshotBytes - SnapshotPlan.HEAD_BYTES)) {
            lane.counts.corrupt++;
        }
    }

    private long firstArrival(int tick, long now) {
        int at = tick & KNOWN_TICKS - 1;
        if (ticks[at] != tick || firstArrivals[at] > now) {
            ticks[at] = tick;
            firstArrivals[at] = now;
        }
        return firstArrivals[at];
    }

    /** The ticks of the snapshots that a connection has received in a measurement. */
    static final class Seen {
        /** An answer of this measurement has come, so that snapshots are not from the last one. */
        private boolean hasAnswer;
        /** A snapshot has come after the window. */
        private boolean isOver;
        private boolean hasBegun;
        private int first;
        private int last;
        /** Bit k: the snapshot of tick {@code last} - k has come. */
        private long recent;

        void begin() {
            hasAnswer = false;
            isOver = false;
            hasBegun = false;
        }

        /** @param tick later than the last one */
        private void add(int tick) {
            int ticks = tick - last;
            recent = hasBegun && ticks < Long.SIZE ? recent << ticks | 1 : 1;
            if (!hasBegun) {
                first = tick;
            }
            hasBegun = true;
            last = tick;
        }

        /** Returns whether the snapshot of an earlier tick has come before, and remembers it. */
        private boolean isKnown(int tick) {
            int age = last - tick;
            long bit = age < Long.SIZE ? 1L << age : 0;
            boolean known = (recent & bit) != 0;
            recent |= bit;
            return known;
        }
    }
}
