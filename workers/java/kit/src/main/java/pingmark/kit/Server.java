package pingmark.kit;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The server role: what it was asked for, and what it counts: messages by a counter for each thread, the rest is rare
 * enough to share.
 */
public final class Server {
    private final ListenPlan plan;
    private final Set<Counter> messages = new HashSet<>();
    private long messagesOfEndedThreads;
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicLong badFrames = new AtomicLong();
    private final AtomicLong rejected = new AtomicLong();

    Server(ListenPlan plan) {
        this.plan = plan;
    }

    static Server from(Request request, Description stack) throws IOException, Unsupported {
        return new Server(ListenPlan.from(request, stack));
    }

    Reply listen(Request request, Stack stack) throws IOException {
        try {
            Listening listening = stack.listen(this);
            Reply reply = Reply.ok(request.id)
                                  .put("address", plan.address().literal())
                                  .put("port", listening.port())
                                  .putAll(listening.options());
            return stack.description().options().contains(Description.CONNECTED_SOCKETS)
                    ? reply.put(Description.CONNECTED_SOCKETS, plan.connectedSockets())
                    : reply;
        } catch (IOException e) {
            throw new IOException("listen " + plan.address() + ": " + e.getMessage());
        }
    }

    public ListenPlan plan() {
        return plan;
    }

    public synchronized Counter newCounter() {
        Counter counter = new Counter();
        messages.add(counter);
        return counter;
    }

    /** The counter's thread ends. */
    public synchronized void retire(Counter counter) {
        messages.remove(counter);
        messagesOfEndedThreads += counter.get();
    }

    void writeCounts(Reply reply) throws IOException {
        reply.putCounts(messages(), connections.get(), badFrames.get(), rejected.get());
    }

    private synchronized long messages() {
        return messagesOfEndedThreads + messages.stream().mapToLong(Counter::get).sum();
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
}
