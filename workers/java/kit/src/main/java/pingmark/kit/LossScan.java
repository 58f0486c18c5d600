package pingmark.kit;

/**
 * When a lane looks for lost messages, and which it may call lost: those that were already overdue at the look before.
 * So after the whole process was stopped for a while, what has arrived meanwhile is received before it could be counted
 * lost.
 */
final class LossScan {
    private static final long SHORTEST_NS = 10_000_000;
    private static final long LONGEST_NS = 100_000_000;

    private final long lostAfter;
    private final long interval;
    private long last;
    private long next;

    LossScan(long lostAfter) {
        this.lostAfter = lostAfter;
        interval = Math.max(SHORTEST_NS, Math.min(lostAfter / 16, LONGEST_NS));
    }

    void begin(long now) {
        last = now;
        next = now + interval;
    }

    boolean due(long now) {
        return now >= next;
    }

    /** Messages sent at this time or before are lost. */
    long deadline(long now) {
        long deadline = last - lostAfter;
        begin(now);
        return deadline;
    }
}
