package pingmark.kit.sockets;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.function.Consumer;

/** Waits for a Selector, for whole milliseconds: the rest of a wait is spent polling. */
public final class Readiness {
    /** Until a channel is ready, or the selector is woken. */
    public static final long WITHOUT_END = Long.MAX_VALUE;

    private static final long NS_PER_MS = 1_000_000;

    private final Selector selector;
    private final Consumer<SelectionKey> ready;

    /** @param ready is called with each ready channel */
    public Readiness(Selector selector, Consumer<SelectionKey> ready) {
        this.selector = selector;
        this.ready = ready; // kept, so that selects do not allocate
    }

    /** Returns the number of channels that were ready. */
    public int await(long waitNs) throws IOException {
        if (waitNs == WITHOUT_END) {
            return selector.select(ready);
        }
        return waitNs < NS_PER_MS ? selector.selectNow(ready) : selector.select(ready, waitNs / NS_PER_MS);
    }

    /** Sets the operations to wait for; a change costs a system call. */
    public static void watch(SelectionKey key, int operations) {
        if (key.interestOps() != operations) {
            key.interestOps(operations);
        }
    }
}
