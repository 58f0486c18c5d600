package pingmark.kit.measuring;

import java.io.Closeable;
import java.io.IOException;
import java.net.Socket;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import pingmark.kit.contents.Serializers;
import pingmark.kit.loads.Load;
import pingmark.kit.process.WorkThread;
import pingmark.kit.protocol.ConnectPlan;
import pingmark.kit.protocol.Constants;
import pingmark.kit.protocol.Description;
import pingmark.kit.protocol.Payload;
import pingmark.kit.protocol.SocketOptions;
import pingmark.kit.protocol.Unsupported;
import pingmark.kit.serving.OtherEnd;
import pingmark.kit.sockets.Handshakes;

/**
 * The client role: its connections are shared among lanes. A measurement wakes the parked lanes, ends when all are
 * parked again, and sums their counts.
 */
public final class Client {
    private enum Phase { LOAD, DRAIN, ABORT }

    /** Waits are shorter, but a thread may wait long for a core. */
    private static final long LANES_END_WITHIN_NS = 3_000_000_000L;

    private final Description description;
    private final ConnectPlan plan;
    private final Payload payload;
    private final Clock clock;
    /** Null: the server has threads of its own. */
    private final OtherEnd otherEnd;
    private final Histogram connectTimes = new Histogram();
    private final Handshakes handshakes;
    private final List<Lane> lanes = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final Deque<Closeable> kept = new ArrayDeque<>();
    private Map<String, Object> options = Map.of();
    private int numberedConnections;

    private volatile Phase phase = Phase.DRAIN;
    private final AtomicInteger endedConnections = new AtomicInteger();
    private volatile String endReason;
    private volatile long abortedAt;

    private int measurement;
    private int lanesBusy;
    private int parked;
    private boolean ended;

    Client(Description description, ConnectPlan plan, Clock clock, OtherEnd otherEnd) throws Unsupported {
        this.description = description;
        this.plan = plan;
        this.clock = clock;
        this.otherEnd = otherEnd;
        int bodyBytes = plan.bodyBytes(description.stream());
        payload = Serializers.payload(plan.payload(), bodyBytes, (int) plan.messageBytes() - bodyBytes,
                !plan.oneWay() && plan.snapshots() == null);
        handshakes = new Handshakes(plan, connectTimes::record);
    }

    public ConnectPlan plan() {
        return plan;
    }

    public Description description() {
        return description;
    }

    OtherEnd otherEnd() {
        return otherEnd;
    }

    public Handshakes handshakes() {
        return handshakes;
    }

    Histogram connectTimes() {
        return connectTimes;
    }

    public Lane newLane() {
        Lane lane = new Lane(this, payload.share(), clock);
        lanes.add(lane);
        return lane;
    }

    /** Keeps a resource until the disconnect, or until a connect fails; then the last one is closed first. */
    public <T extends Closeable> T keep(T resource) {
        kept.push(resource);
        return resource;
    }

    /** Connects a blocking socket. */
    public <S extends Socket> S connect(S socket) throws IOException {
        keep(socket);
        handshakes.open(socket);
        effectiveOptions(SocketOptions.effective(socket));
        return socket;
    }

    /** Connects a blocking channel of TCP. */
    public SocketChannel connectStream() throws IOException {
        SocketChannel channel = SocketChannel.open(plan.address().family());
        connect(channel.socket());
        return channel;
    }

    /** Connects a non-blocking channel of datagrams. */
    public DatagramChannel connectDatagrams() throws IOException {
        DatagramChannel channel = keep(DatagramChannel.open(plan.address().family()));
        handshakes.open(channel);
        effectiveOptions(SocketOptions.effective(channel));
        return channel;
    }

    /** Reports the options of the first connection. */
    public void effectiveOptions(Map<String, Object> effective) {
        if (options.isEmpty()) {
            options = effective;
        }
    }

    Map<String, Object> options() {
        return options;
    }

    List<Lane> lanes() {
        return lanes;
    }

    int openConnections() {
        return (int) plan.connections() - endedConnections.get();
    }

    int nextConnectionNumber() {
        return numberedConnections++;
    }

    void start() {
        for (int number = 0; number < lanes.size(); number++) {
            Lane lane = lanes.get(number);
            if (lane.events() == null) {
                threads.add(WorkThread.start("lane-" + number, () -> run(lane)));
            }
        }
    }

    /** Ends the lanes' threads and closes all resources. */
    void disconnect() throws IOException, InterruptedException {
        release();
        long deadline = clock.now() + LANES_END_WITHIN_NS;
        for (Thread thread : threads) {
            thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - clock.now())));
            if (thread.isAlive()) {
                throw new IOException("a send or receive does not return");
            }
        }
        // Frees the buffers outside of the heap, and the next connections begin with a clean heap.
        System.gc();
    }

    /** Closing a socket makes the calls on it return. */
    void release() {
        synchronized (this) {
            ended = true;
            notifyAll();
        }
        while (!kept.isEmpty()) {
            try {
                kept.pop().close();
            } catch (IOException e) {
                System.err.println("close: " + e.getMessage());
            }
        }
    }

    private void run(Lane lane) {
        for (int last = 0; await(last); last++) {
            try {
                lane.measure();
            } catch (RuntimeException | Error e) { // the client must reply nevertheless
                abort(e);
            }
            park();
        }
    }

    /** Waits for the next measurement. Returns false after the last one. */
    private synchronized boolean await(int last) {
        while (measurement == last && !ended) {
            try {
                wait();
            } catch (InterruptedException e) {
                throw new IllegalStateException("nobody interrupts a lane", e);
            }
        }
        return !ended;
    }

    synchronized void park() {
        parked++;
        if (parked == lanes.size()) {
            notifyAll();
        }
    }

    /** @param origin of the load's times */
    Result measure(Window window, Load.Model load, long origin) throws IOException, InterruptedException {
        requireWhole();
        begin(window, load, origin);
        Watchdog watchdog = new Watchdog(lanes.size(), lane -> lanes.get(lane).signsOfLife());
        while (!awaitParked()) {
            if (watchdog.look() && !awaitParked()) {
                abort("a send or receive does not return; "
                        + "socket buffers may be too small for in_flight x message_bytes");
                break;
            }
        }
        requireWhole();
        return Result.of(window, load.timed(), lanes);
    }

    synchronized void begin(Window window, Load.Model load, long origin) {
        Window.Pool counted = new Window.Pool(window.messages(), lanes.size());
        for (Lane lane : lanes) {
            lane.prepare(window, counted, load, origin);
        }
        parked = 0;
        lanesBusy = lanes.size();
        phase = Phase.LOAD;
        measurement++;
        notifyAll();
        for (Lane lane : lanes) {
            if (lane.events() != null) {
                lane.events().begin();
            }
        }
    }

    /** Waits until all lanes are parked, or for a watchdog interval. */
    private synchronized boolean awaitParked() throws InterruptedException {
        if (parked < lanes.size()) {
            wait(TimeUnit.NANOSECONDS.toMillis(Constants.WATCHDOG_INTERVAL_NS));
        }
        return parked == lanes.size();
    }

    /** The load runs until the counted messages of all lanes have ended. */
    synchronized void laneDone() {
        lanesBusy--;
        if (lanesBusy == 0 && phase == Phase.LOAD) {
            phase = Phase.DRAIN;
        }
    }

    void connectionEnded(String reason) {
        endedConnections.incrementAndGet();
        abort(reason);
    }

    void abort(Throwable fault) {
        fault.printStackTrace();
        abort(fault.toString());
    }

    synchronized void abort(String reason) {
        if (endReason == null) {
            endReason = reason;
            abortedAt = clock.now();
        }
        phase = Phase.ABORT;
    }

    boolean sending() {
        return phase == Phase.LOAD;
    }

    /** Returns whether it aborted, long enough ago that connections which ended together are all counted. */
    boolean aborted(long now) {
        return phase == Phase.ABORT && now >= abortedAt + Constants.ENDED_TOGETHER_NS;
    }

    /** Fails if a connection has ended, or a measurement was aborted. */
    void requireWhole() throws IOException {
        int ended = endedConnections.get();
        if (ended > 0) {
            throw new IOException(ended + " of " + plan.connections() + " connections ended: " + endReason);
        }
        if (endReason != null) {
            throw new IOException(endReason);
        }
    }
}
