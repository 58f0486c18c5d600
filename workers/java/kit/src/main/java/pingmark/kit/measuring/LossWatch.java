package pingmark.kit.measuring;

import pingmark.kit.protocol.Constants;

/**
 * Decides when a lane looks for lost messages, and which it may call lost: those that were due at the look and are
 * still out after a whole pass over the connections. So after the whole process was stopped for a while, what has
 * arrived meanwhile is received before it could be counted lost.
 */
final class LossWatch {
    private static final long AT_THE_NEXT_PASS = Long.MIN_VALUE;

    private final int inFlight;
    private long lostAfter;
    private long next;
    private long looked;
    private int passes;

    LossWatch(int inFlight) {
        this.inFlight = inFlight;
    }

    /** The first look comes so soon that nothing in it is new to the compiler later. */
    void begin(long now, long lostAfterNs) {
        lostAfter = lostAfterNs;
        next = now + Constants.FIRST_LOOK_FOR_LOSSES_AFTER_NS;
    }

    /** When to look next. */
    long next() {
        return next;
    }

    boolean due(long now) {
        return now >= next;
    }

    /** Whether the next pass decides, and must not wait. */
    boolean confirming() {
        return next == AT_THE_NEXT_PASS;
    }

    /**
     * A pass over all connections has ended, and it is due. True: what was overdue at the look before is lost.
     *
     * @param brought whether the pass brought anything: then there may be more, one answer for each message in flight
     */
    boolean passed(long now, boolean brought) {
        if (confirming()) {
            return !brought || ++passes >= inFlight || now >= looked + Constants.FIRST_LOOK_FOR_LOSSES_AFTER_NS;
        }
        looked = now;
        passes = 0;
        next = AT_THE_NEXT_PASS;
        return false;
    }

    /** Messages sent at this time or before are lost. */
    long lostWhenSentBy() {
        return looked - lostAfter;
    }

    /** @param oldest when the first of the messages that are still out was sent */
    void looked(long now, long oldest) {
        next = Math.max(now + Constants.FIRST_LOOK_FOR_LOSSES_AFTER_NS, oldest + lostAfter);
    }
}
