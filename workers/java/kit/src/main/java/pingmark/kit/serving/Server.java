package pingmark.kit.serving;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import pingmark.kit.process.Counter;
import pingmark.kit.protocol.Address;
import pingmark.kit.protocol.Constants;
import pingmark.kit.protocol.Description;
import pingmark.kit.protocol.ListenPlan;
import pingmark.kit.protocol.Reply;
import pingmark.kit.protocol.Request;
import pingmark.kit.protocol.Unsupported;

/**
 * Plays the server role: knows what it was asked for, and counts: messages by a counter for each thread, the rest is
 * rare enough to share.
 */
public final class Server {
    private static final long LOOK_NS = 1_000_000;

    private final ListenPlan plan;
    private final Set<Counter> messages = new HashSet<>();
    private long messagesOfEndedThreads;
    private final AtomicInteger connections = new AtomicInteger();
    /** What ends each of the streams that are open. */
    private final Set<Closeable> streams = ConcurrentHashMap.newKeySet();
    private volatile boolean knowsPeers;
    private volatile boolean mustForget;
    private volatile Runnable wake = () -> {};
    private final AtomicLong badFrames = new AtomicLong();
    private final AtomicLong rejected = new AtomicLong();
    private final AtomicLong snapshots = new AtomicLong();
    private volatile SocketAddress lastStranger;
    private OtherEnd.Meeting meeting;

    Server(ListenPlan plan) {
        this.plan = plan;
    }

    public static Server from(Request request, Description stack) throws IOException, Unsupported {
        return new Server(ListenPlan.from(request, stack));
    }

    /** Starts serving, as a stack does: it returns at once, and its threads run until the worker ends. */
    public interface Listen {
        Listening on(Server server) throws IOException;
    }

    public Reply listen(Request request, Listen listen) throws IOException {
        try {
            Listening listening = listen.on(this);
            return Reply.ok(request.id)
                    .put("address", plan.address().literal())
                    .put("port", listening.port())
                    .putAll(listening.options())
                    .putAll(plan.stackOptions().effective());
        } catch (IOException e) {
            throw new IOException("listen " + plan.address() + ": " + e.getMessage());
        }
    }

    public ListenPlan plan() {
        return plan;
    }

    /** Returns whether its client's thread serves its end of the connection. */
    boolean oneThread() {
        return plan.pairThreads() == 1;
    }

    /**
     * Starts the threads that serve, unless the client's thread does.
     *
     * @param ofOneThread how the client's thread meets its end of the connection
     */
    public void serveBy(OtherEnd.Meeting ofOneThread, Threads threads) throws IOException {
        if (oneThread()) {
            meeting = ofOneThread;
        } else {
            threads.start();
        }
    }

    /** Starts the threads that serve. */
    public interface Threads {
        void start() throws IOException;
    }

    OtherEnd.Meeting meeting() {
        return meeting;
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

    /** Forgets all peers, and ends the connections that their clients do not end soon. */
    public Reply disconnect(Request request) throws IOException, Unsupported {
        request.refuseTheRest();
        if (knowsPeers) {
            letPeersBeForgotten();
        } else if (!awaited(() -> connections.get() == 0, Constants.DISCONNECT_PATIENCE_NS)) {
            endStreams();
        }
        if (!awaited(() -> connections.get() == 0, Constants.FORGET_PATIENCE_NS)) {
            throw new IOException(connections + " connections do not end");
        }
        return Reply.ok(request.id).put("connections", connections.get());
    }

    private void letPeersBeForgotten() throws IOException {
        mustForget = true;
        wake.run();
        if (!awaited(() -> !mustForget, Constants.FORGET_PATIENCE_NS)) {
            throw new IOException("the server's thread does not forget its peers");
        }
    }

    /** Those who serve them notice it in the way that they notice a client's end, and close them. */
    private void endStreams() {
        for (Closeable stream : streams) {
            try {
                stream.close();
            } catch (IOException e) {
                continue; // it has ended meanwhile
            }
        }
    }

    /** Whether the condition is met before the patience ends. */
    private static boolean awaited(BooleanSupplier met, long patienceNs) {
        long deadline = System.nanoTime() + patienceNs;
        while (!met.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                return false;
            }
            LockSupport.parkNanos(LOOK_NS);
        }
        return true;
    }

    /** A server of datagrams: its thread is to forget its peers when it is told. */
    void knowsPeers() {
        knowsPeers = true;
    }

    boolean mustForget() {
        return mustForget;
    }

    void forgot() {
        mustForget = false;
    }

    /** For a thread that may wait without end: what lets it look whether it must forget its peers. */
    public void wakeBy(Runnable wake) {
        this.wake = wake;
    }

    public void writeCounts(Reply reply) throws IOException {
        reply.putCounts(messages(), connections.get(), badFrames.get(), rejected.get())
                .put("last_stranger", lastStranger())
                .put("snapshots", snapshots.get());
    }

    private synchronized long messages() {
        return messagesOfEndedThreads + messages.stream().mapToLong(Counter::get).sum();
    }

    /** @param end lets the stream end; called by another thread than its own */
    void opened(Closeable end) {
        streams.add(end);
        opened();
    }

    void closed(Closeable end) {
        streams.remove(end);
        closed();
    }

    void opened() {
        connections.incrementAndGet();
    }

    void closed() {
        connections.decrementAndGet();
    }

    void countSnapshot() {
        snapshots.incrementAndGet();
    }

    void badFrame() {
        badFrames.incrementAndGet();
    }

    /** @param from null: not known any more */
    void badFrame(SocketAddress from) {
        badFrame();
        lastStranger = from;
    }

    /** @param from null: it has no address */
    public void rejected(SocketAddress from) {
        rejected.incrementAndGet();
        lastStranger = from;
    }

    private String lastStranger() {
        return lastStranger instanceof InetSocketAddress known
                ? new Address(known.getAddress().getHostAddress(), known.getPort(), known).toString()
                : null;
    }
}
