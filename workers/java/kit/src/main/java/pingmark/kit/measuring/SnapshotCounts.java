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

    /** Says what came of a snapshot. */
    enum Kind { COUNTED, UNCOUNTED, REPEATED, LATE }

    /** Remembers which snapshots a connection was sent. */
    static final class Seen {
        /** An answer of this measurement has come: what comes now is none of the last one's. */
        private boolean live;
        private boolean begun;
        /** One came after the window. */
        private boolean over;
        private int first;
        private int last;
        /** Bit k: the one of tick {@code last} - k has come. */
        private long recent;

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

        /** One of a later tick than the last one has come. */
        private void came(int tick) {
            int ticks = tick - last;
            recent = begun && ticks < Long.SIZE ? recent << ticks | 1 : 1;
            if (!begun) {
                first = tick;
            }
            begun = true;
            last = tick;
        }

        /** One of no later tick: it came before, or was taken for lost when a later one overtook it. */
        private Kind overtaken(int tick) {
            if (tick - first < 0) {
                return Kind.UNCOUNTED;
            }
            int age = last - tick;
            long bit = age < Long.SIZE ? 1L << age : 0;
            boolean known = (recent & bit) != 0;
            recent |= bit;
            return known ? Kind.REPEATED : Kind.LATE;
        }
    }

    /** The first one after the window ends its connection's count. */
    Kind received(Seen seen, int tick, long tickAt, long now, Window window) {
        long skewNs = now - firstArrival(tick, now);
        if (!seen.live || seen.over || now < window.from()) {
            return Kind.UNCOUNTED;
        }
        if (seen.begun && tick - seen.last <= 0) {
            return seen.overtaken(tick);
        }
        counts.snapshotsLost += seen.begun ? tick - seen.last - 1 : 0;
        seen.came(tick);
        seen.over = now >= window.to();
        if (seen.over) {
            return Kind.UNCOUNTED;
        }
        counts.snapshotsReceived++;
        counts.snapshotLateness.record(Math.max(0, now - tickAt));
        counts.snapshotSkew.record(skewNs);
        return Kind.COUNTED;
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
