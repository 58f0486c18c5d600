package pingmark.kit.process;

import java.util.concurrent.atomic.AtomicLong;

/** Counts by one thread, at the price of a plain store, while others may read it. */
public final class Counter {
    private final AtomicLong value = new AtomicLong();

    public void add(long count) {
        value.lazySet(value.getPlain() + count);
    }

    public long get() {
        return value.get();
    }
}
