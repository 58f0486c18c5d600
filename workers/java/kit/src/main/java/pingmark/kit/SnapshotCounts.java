package pingmark.kit;

import java.util.Arrays;

/** What a lane counts of snapshots: a tick is due for a connection from the first one on that it got in the window. */
final class SnapshotCounts {
    private static final int TICKS_KNOWN = 64;

    /** From the tick's time, by the server's clock. */
    final Histogram lateness = new Histogram();
    /** From the tick's first arrival. */
    final Histogram skew = new Histogram();
    long received;
    long lost;
    private final int[] ticks = new int[TICKS_KNOWN];
    private final long[] firsts = new long[TICKS_KNOWN];

    SnapshotCounts() {
        Arrays.fill(firsts, Long.MAX_VALUE);
    }

    /** What a connection knows of those that it is sent. */
    static final class Seen {
        /** An answer of this measurement has come: what comes now is none of the last one's. */
        private boolean live;
        private boolean begun;
        /** One came after the window. */
        private boolean over;
        private int last;

        void begin() {
            live = false;
            begun = false;
            over = false;
        }

        void answered() {
            live = true;
        }

        boolean over() {
            return over;
        }
    }

    void begin() {
        lateness.clear();
        skew.clear();
        received = 0;
        lost = 0;
    }

    void add(SnapshotCounts lane) {
        lateness.add(lane.lateness);
        skew.add(lane.skew);
        received += lane.received;
        lost += lane.lost;
    }

    /** False: it came before. The first one after the window ends its connection's count. */
    boolean received(Seen seen, int tick, long tickAt, long now, Window window) {
        long skewNs = now - firstArrival(tick, now);
        if (!seen.live || seen.over || now < window.from()) {
            return true;
        }
        if (seen.begun && tick - seen.last <= 0) {
            return false;
        }
        lost += seen.begun ? tick - seen.last - 1 : 0;
        seen.last = tick;
        seen.over = now >= window.to();
        if (!seen.over) {
            seen.begun = true;
            received++;
            lateness.record(Math.max(0, now - tickAt));
            skew.record(skewNs);
        }
        return true;
    }

    /** On whatever connection. */
    private long firstArrival(int tick, long now) {
        int at = tick & TICKS_KNOWN - 1;
        if (ticks[at] != tick || firsts[at] > now) {
            ticks[at] = tick;
            firsts[at] = now;
        }
        return firsts[at];
    }
}
