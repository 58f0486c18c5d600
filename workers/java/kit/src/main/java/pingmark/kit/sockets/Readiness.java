package pingmark.kit.sockets;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.function.Consumer;

/** Asks a Selector which channels have something. It waits for whole milliseconds: what is left of a wait is polled. */
public final class Readiness {
    /** Until something is ready, or the selector is woken. */
    public static final long WITHOUT_END = Long.MAX_VALUE;

    private static final long NS_PER_MS = 1_000_000;

    private final Selector selector;
    private final Consumer<SelectionKey> ready;

    /** @param ready is told each channel that has something */
    public Readiness(Selector selector, Consumer<SelectionKey> ready) {
        this.selector = selector;
        this.ready = ready; // made once: it would be garbage of every select
    }

    /** Waits at most so long, and returns how many channels had something. */
    public int await(long waitNs) throws IOException {
        if (waitNs == WITHOUT_END) {
            return selector.select(ready);
        }
        return waitNs < NS_PER_MS ? selector.selectNow(ready) : selector.select(ready, waitNs / NS_PER_MS);
    }

    /** Sets what is looked for. To say it again would cost a system call. */
    public static void watch(SelectionKey key, int operations) {
        if (key.interestOps() != operations) {
            key.interestOps(operations);
        }
    }
}
