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
import pingmark.kit.protocol.ListenPlan;
import pingmark.kit.protocol.Reply;
import pingmark.kit.protocol.Request;
import pingmark.kit.protocol.Unsupported;

/** The server role: its plan and its counts. Each thread counts messages by a counter of its own. */
public final class Server {
    private static final long LOOK_NS = 1_000_000;

    private final ListenPlan plan;
    private final Set<Counter> messages = new HashSet<>();
    private long messagesOfEndedThreads;
    private final AtomicInteger connections = new AtomicInteger();
    /** Ends each of the open streams. */
    private final Set<Closeable> streams = ConcurrentHashMap.newKeySet();
    private volatile boolean knowsPeers;
    private volatile boolean mustForget;
    private volatile Runnable wake = () -> {};
    private final AtomicLong badFrames = new AtomicLong();
    private final AtomicLong rejected = new AtomicLong();
    private final AtomicLong snapshots = new AtomicLong();
    private volatile SocketAddress lastStranger;
    private OtherEnd.Acceptor acceptor;

    public Server(ListenPlan plan) {
        this.plan = plan;
    }

    public ListenPlan plan() {
        return plan;
    }

    /** Returns whether the client's thread serves the server's end of the connection. */
    boolean oneThread() {
        return plan.pairThreads() == 1;
    }

    /**
     * Starts the threads that serve, unless the client's thread does.
     *
     * @param forClientsThread accepts the one connection that the client's thread serves
     */
    public void serveBy(OtherEnd.Acceptor forClientsThread, Threads threads) throws IOException {
        if (oneThread()) {
            acceptor = forClientsThread;
        } else {
            threads.start();
        }
    }

    public interface Threads {
        void start() throws IOException;
    }

    OtherEnd.Acceptor acceptor() {
        return acceptor;
    }

    public synchronized Counter newCounter() {
        Counter counter = new Counter();
        messages.add(counter);
        return counter;
    }

    /** The counter's thread is about to end. */
    public synchronized void retire(Counter counter) {
        messages.remove(counter);
        messagesOfEndedThreads += counter.get();
    }

    /**
     * Waits for clients to leave, and ends the connections that are left; of datagrams it forgets the peers at once.
     */
    public Reply disconnect(Request request) throws IOException, Unsupported {
        request.refuseUnknownFields();
        if (knowsPeers) {
            letPeersBeForgotten();
        } else if (!await(() -> connections.get() == 0, Constants.DISCONNECT_PATIENCE_NS)) {
            endStreams();
        }
        if (!await(() -> connections.get() == 0, Constants.FORGET_PATIENCE_NS)) {
            throw new IOException(connections + " connections did not end");
        }
        return Reply.ok(request.id).put("connections", connections.get());
    }

    private void letPeersBeForgotten() throws IOException {
        mustForget = true;
        wake.run();
        if (!await(() -> !mustForget, Constants.FORGET_PATIENCE_NS)) {
            throw new IOException("the server's thread did not forget its peers in time");
        }
    }

    /** The serving threads notice it as they notice a client's end, and close the streams. */
    private void endStreams() {
        for (Closeable stream : streams) {
            try {
                stream.close();
            } catch (IOException e) {
                continue; // it has already ended
            }
        }
    }

    /** Returns whether the condition is met in time. */
    private static boolean await(BooleanSupplier condition, long patienceNs) {
        long deadline = System.nanoTime() + patienceNs;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                return false;
            }
            LockSupport.parkNanos(LOOK_NS);
        }
        return true;
    }

    /** Marks a server of datagrams, whose thread must forget its peers on a disconnect. */
    void knowsPeers() {
        knowsPeers = true;
    }

    boolean mustForget() {
        return mustForget;
    }

    void hasForgotten() {
        mustForget = false;
    }

    /** @param wake makes a waiting serving thread look whether it must forget its peers */
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

    /** @param end ends the stream; called by another thread than the serving one */
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

    /** @param from null: unknown */
    void badFrame(SocketAddress from) {
        badFrame();
        lastStranger = from;
    }

    /** @param from null: unknown, or without an address */
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
