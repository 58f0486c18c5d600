package pingmark.kit.measuring;

/** Keeps what a client's connection knows of the snapshots that it is sent. */
final class SnapshotsSeen {
    /** Beside {@link Slots#LATE} and {@link Slots#DUPLICATED}: it is none of those that are counted. */
    static final int UNCOUNTED = 0;

    /** An answer of this measurement has come: what comes now is none of the last one's. */
    boolean live;
    /** One came after the window. */
    boolean over;
    private boolean begun;
    private int first;
    private int last;
    /** Bit k: the one of tick {@code last} - k has come. */
    private long recent;

    void begin() {
        live = false;
        over = false;
        begun = false;
    }

    boolean begun() {
        return begun;
    }

    int last() {
        return last;
    }

    /** One of a later tick than the last one has come. */
    void came(int tick) {
        int ticks = tick - last;
        recent = begun && ticks < Long.SIZE ? recent << ticks | 1 : 1;
        if (!begun) {
            first = tick;
        }
        begun = true;
        last = tick;
    }

    /**
     * One of no later tick than the last one: it came before, or was taken for lost when a later one overtook it.
     * Returns which of both.
     */
    int overtaken(int tick) {
        if (tick - first < 0) {
            return UNCOUNTED;
        }
        int age = last - tick;
        long bit = age < Long.SIZE ? 1L << age : 0;
        boolean known = (recent & bit) != 0;
        recent |= bit;
        return known ? Slots.DUPLICATED : Slots.LATE;
    }
}
