package pingmark.kit.measuring;

import java.util.Arrays;

/** Counts a lane's snapshots: a tick is due for a connection from the first one on that it got in the window. */
final class SnapshotCounts {
    private static final int TICKS_KNOWN = 64;

    private final Counts counts;
    private final int[] ticks = new int[TICKS_KNOWN];
    private final long[] firsts = new long[TICKS_KNOWN];

    SnapshotCounts(Counts counts) {
        this.counts = counts;
        Arrays.fill(firsts, Long.MAX_VALUE);
    }

    /** Returns when the tick's first snapshot came, on whatever connection. */
    long firstArrival(int tick, long now) {
        int at = tick & TICKS_KNOWN - 1;
        if (ticks[at] != tick || firsts[at] > now) {
            ticks[at] = tick;
            firsts[at] = now;
        }
        return firsts[at];
    }

    /** Counts those that were due since the last one and have not come, and never will on a stream. */
    void gap(SnapshotsSeen seen, int tick) {
        counts.snapshotsLost += seen.begun() ? tick - seen.last() - 1 : 0;
        seen.came(tick);
    }

    void received(long latenessNs, long skewNs) {
        counts.snapshotsReceived++;
        counts.snapshotLateness.record(Math.max(0, latenessNs));
        counts.snapshotSkew.record(skewNs);
    }
}
