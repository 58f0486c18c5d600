package pingmark.kit;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** What a server counts: messages by a tally for each thread, the rest is rare enough to share. */
public final class ServerCounts {
    private final Set<Tally> messages = new HashSet<>();
    private long messagesOfEndedThreads;
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicLong badFrames = new AtomicLong();
    private final AtomicLong rejected = new AtomicLong();

    public synchronized Tally newTally() {
        Tally tally = new Tally();
        messages.add(tally);
        return tally;
    }

    /** The tally's thread ends. */
    public synchronized void retire(Tally tally) {
        messages.remove(tally);
        messagesOfEndedThreads += tally.get();
    }

    synchronized long messages() {
        return messagesOfEndedThreads + messages.stream().mapToLong(Tally::get).sum();
    }

    void opened() {
        connections.incrementAndGet();
    }

    void closed() {
        connections.decrementAndGet();
    }

    void badFrame() {
        badFrames.incrementAndGet();
    }

    void rejected() {
        rejected.incrementAndGet();
    }

    int connections() {
        return connections.get();
    }

    long badFrames() {
        return badFrames.get();
    }

    long rejections() {
        return rejected.get();
    }
}
