package pingmark.kit.process;

import java.util.concurrent.atomic.AtomicLong;

/** A count that one thread writes, at the price of a plain store, and others may read while it does. */
public final class Counter {
    private final AtomicLong value = new AtomicLong();

    public void add(long count) {
        value.lazySet(value.getPlain() + count);
    }

    public long get() {
        return value.get();
    }
}
