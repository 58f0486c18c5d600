package pingmark.kit.measuring;

import pingmark.kit.protocol.Constants;

/**
 * Decides when a lane looks for lost messages, and which are lost: those that were overdue at the look and are still
 * outstanding after a whole pass over the connections. So after the process was stopped, answers that have arrived are
 * received before they could count as lost.
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

    /** The first look is early, so that the JIT compiler has seen its code. */
    void begin(long now, long lostAfterNs) {
        lostAfter = lostAfterNs;
        next = now + Constants.FIRST_LOOK_FOR_LOSSES_AFTER_NS;
    }

    long next() {
        return next;
    }

    boolean due(long now) {
        return now >= next;
    }

    /** Returns whether the next pass decides, and must not wait. */
    boolean confirming() {
        return next == AT_THE_NEXT_PASS;
    }

    /**
     * A pass over all connections has ended after a look was due. Returns whether messages overdue at the look are
     * lost.
     *
     * @param hasReceived whether the pass received anything: then a socket may hold more, one for each message in
     *         flight
     */
    boolean passed(long now, boolean hasReceived) {
        if (confirming()) {
            return !hasReceived || ++passes >= inFlight || now >= looked + Constants.FIRST_LOOK_FOR_LOSSES_AFTER_NS;
        }
        looked = now;
        passes = 0;
        next = AT_THE_NEXT_PASS;
        return false;
    }

    /** Returns the last send time of lost messages. */
    long lostWhenSentBy() {
        return looked - lostAfter;
    }

    /** @param oldest send time of the oldest outstanding message */
    void looked(long now, long oldest) {
        next = Math.max(now + Constants.FIRST_LOOK_FOR_LOSSES_AFTER_NS, oldest + lostAfter);
    }
}
