package pingmark.kit.measuring;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import pingmark.kit.protocol.Payload;
import pingmark.kit.protocol.TickPlan;

/** Takes the snapshots of all connections of a lane, and knows whether more are to come. */
final class LaneSnapshots {
    private final Lane lane;
    private final TickPlan ticks;
    private final Payload payload;
    private final SnapshotCounts counts;
    private final List<SnapshotCounts.Seen> seen = new ArrayList<>();

    /** @param payload of snapshots; the lane's own */
    LaneSnapshots(Lane lane, TickPlan ticks, Payload payload) {
        this.lane = lane;
        this.ticks = ticks;
        this.payload = payload;
        counts = new SnapshotCounts(lane.counts);
    }

    SnapshotCounts.Seen addConnection() {
        SnapshotCounts.Seen added = new SnapshotCounts.Seen();
        seen.add(added);
        return added;
    }

    void take(SnapshotCounts.Seen of, ByteBuffer data, int bodyAt, int bodyBytes, long now) {
        int tick = data.getInt(bodyAt);
        long tickAt = data.getLong(bodyAt + Integer.BYTES);
        switch (counts.received(of, tick, tickAt, now, lane.window().whole())) {
            case REPEATED -> lane.unexpected(Slots.DUPLICATED);
            case LATE -> lane.unexpected(Slots.LATE);
            case COUNTED -> {
                boolean intact =
                        payload.matches(tick, data, bodyAt + TickPlan.HEAD_BYTES, bodyBytes - TickPlan.HEAD_BYTES);
                lane.counts.corrupt += intact ? 0 : 1;
            }
            case UNCOUNTED -> {
                // it is none of this measurement
            }
        }
    }

    /** Returns whether some are to come that count. */
    boolean areAwaited(long now, long lostAfterNs) {
        long until = lane.window().whole().to() + Math.max(lostAfterNs, ticks.patienceNs());
        for (int at = 0; at < seen.size() && now < until; at++) { // an iterator would be garbage of each pass
            if (!seen.get(at).over()) {
                return true;
            }
        }
        return false;
    }
}
