package pingmark.kit.measuring;

import java.util.concurrent.atomic.AtomicLong;
import pingmark.kit.protocol.ConnectPlan;
import pingmark.kit.protocol.Constants;

/**
 * What a measurement counts: messages sent from {@code from} on, and before {@code to} or up to a number. With laps,
 * counting ends with the first lap that reaches the limit.
 */
record Window(long from, long to, long messages, int lapMessages, long lostAfterNs, int slowest) {
    static final long UNLIMITED = Long.MAX_VALUE;
    static final int NO_LAPS = 0;
    /** {@code lostAfterNs} is that of the connect request. */
    static final long LOST_AS_CONNECTED = 0;
    static final int NO_SLOWEST = 0;

    Window(long from, long to, long messages, int lapMessages) {
        this(from, to, messages, lapMessages, LOST_AS_CONNECTED, NO_SLOWEST);
    }

    long lostAfterNs(ConnectPlan plan) {
        return lostAfterNs == LOST_AS_CONNECTED ? plan.lostAfterNs() : lostAfterNs;
    }

    boolean byMessages() {
        return messages != UNLIMITED;
    }

    boolean laps() {
        return lapMessages != NO_LAPS;
    }

    /**
     * The messages that are left to count. Lanes draw them in portions that become smaller, so that a slow lane delays
     * no other, and all end at about the same time (guided self-scheduling, C. Polychronopoulos and D. Kuck 1987).
     */
    static final class Pool {
        private final long portions;
        private final AtomicLong left;

        Pool(long messages, int lanes) {
            portions = (long) Constants.POOL_PORTIONS_PER_LANE * lanes;
            left = new AtomicLong(messages);
        }

        /** Returns the size of a portion; 0: no messages are left. */
        long draw() {
            while (true) {
                long now = left.get();
                long portion = Math.min(now, Math.max(1, now / portions));
                if (left.compareAndSet(now, now - portion)) {
                    return portion;
                }
            }
        }
    }
}
