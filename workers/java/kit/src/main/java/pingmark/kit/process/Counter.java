package pingmark.kit.process;

import java.util.concurrent.atomic.AtomicLong;

/** A counter that one thread increments by plain stores, and any thread reads. */
public final class Counter {
    private final AtomicLong value = new AtomicLong();

    public void add(long count) {
        value.lazySet(value.getPlain() + count);
    }

    public long get() {
        return value.get();
    }
}
