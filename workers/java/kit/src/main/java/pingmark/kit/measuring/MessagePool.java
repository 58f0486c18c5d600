package pingmark.kit.measuring;

import java.util.concurrent.atomic.AtomicLong;
import pingmark.kit.protocol.Constants;

/**
 * Holds the messages that a measurement counts. Lanes draw them in portions that become smaller towards the end, so
 * that a slow lane holds up none of the others, and all of them end at about the same time (guided self-scheduling, C.
 * Polychronopoulos and D. Kuck 1987).
 */
final class MessagePool {
    private final long portions;
    private final AtomicLong left;

    MessagePool(long messages, int lanes) {
        portions = (long) Constants.POOL_PORTIONS_PER_LANE * lanes;
        left = new AtomicLong(messages);
    }

    /** 0: there are none left. */
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
