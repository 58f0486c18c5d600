package pingmark.kit.measuring;

import java.io.Closeable;
import java.io.IOException;
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
import pingmark.kit.protocol.Unsupported;
import pingmark.kit.serving.OtherEnd;
import pingmark.kit.sockets.Handshakes;

/**
 * Plays the client role: its connections are spread over lanes. Between measurements the lanes are parked here; a
 * measurement wakes them, ends when the last one is parked again, and adds up what they counted.
 */
public final class Client {
    private enum Phase { LOAD, DRAIN, ABORT }

    /** They return sooner from what they wait for, but a core may be long in coming. */
    private static final long LANES_END_WITHIN_NS = 3_000_000_000L;

    private final Description description;
    private final ConnectPlan plan;
    private final Payload payload;
    private final Clock clock;
    /** Null: its server has threads of its own. */
    private final OtherEnd otherEnd;
    private final Histogram connectTimes = new Histogram();
    private final Handshakes handshakes;
    private final List<Lane> lanes = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final Deque<Closeable> kept = new ArrayDeque<>();
    private Map<String, Object> options = Map.of();
    private int numbered;

    private volatile Phase phase = Phase.DRAIN;
    private final AtomicInteger endedConnections = new AtomicInteger();
    private volatile String endReason;
    private volatile long abortedAt;

    private int measurement;
    private int lanesBusy;
    private int parked;
    private boolean ended;

    Client(Description description, ConnectPlan plan, Clock clock) throws Unsupported {
        this(description, plan, clock, null);
    }

    Client(Description description, ConnectPlan plan, Clock clock, OtherEnd otherEnd) throws Unsupported {
        this.description = description;
        this.plan = plan;
        this.clock = clock;
        this.otherEnd = otherEnd;
        int bodyBytes = plan.bodyBytes(description.stream());
        payload = Serializers.payload(plan.payload(), bodyBytes, (int) plan.messageBytes() - bodyBytes,
                !plan.oneWay() && plan.ticks() == null);
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

    /** How long each connection took to come up, its hello included. */
    Histogram connectTimes() {
        return connectTimes;
    }

    public Lane newLane() {
        Lane lane = new Lane(this, payload.share(), clock);
        lanes.add(lane);
        return lane;
    }

    /** To be closed on disconnecting, and when not all connections come up: the last one first. */
    public <T extends Closeable> T keep(T resource) {
        kept.push(resource);
        return resource;
    }

    public boolean first() {
        return options.isEmpty();
    }

    public void effectiveOptions(Map<String, Object> effective) {
        options = effective;
    }

    Map<String, Object> options() {
        return options;
    }

    List<Lane> lanes() {
        return lanes;
    }

    int openConnections() {
        return connections() - endedConnections.get();
    }

    int connections() {
        return (int) plan.connections();
    }

    /** Each connection has a number, from 0, whatever lane it is in. */
    int nextNumber() {
        return numbered++;
    }

    void start() {
        for (int number = 0; number < lanes.size(); number++) {
            Lane lane = lanes.get(number);
            if (lane.events() == null) {
                threads.add(WorkThread.start("lane-" + number, () -> run(lane)));
            }
        }
    }

    /** Ends the lanes' threads and closes what was kept. */
    void disconnect() throws IOException, InterruptedException {
        release();
        long deadline = clock.now() + LANES_END_WITHIN_NS;
        for (Thread thread : threads) {
            thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - clock.now())));
            if (thread.isAlive()) {
                throw new IOException("a send or receive does not return");
            }
        }
        // What buffers hold outside of the heap is freed with them, and the next connections begin with a tidy heap.
        System.gc();
    }

    /** What still is in a call returns from it when its socket is closed. */
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
            } catch (RuntimeException | Error e) { // the reply must come all the same
                abort(e);
            }
            park();
        }
    }

    /** Returns false when there will be no more measurements. */
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

    /** @param origin from when the load counts its times */
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
        MessagePool counted = new MessagePool(window.messages(), lanes.size());
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

    /** Waits until all lanes are parked, or until the watchdog is to look. */
    private synchronized boolean awaitParked() throws InterruptedException {
        if (parked < lanes.size()) {
            wait(TimeUnit.NANOSECONDS.toMillis(Constants.WATCHDOG_INTERVAL_NS));
        }
        return parked == lanes.size();
    }

    /** The load runs until the last lane has all its counted messages back. */
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

    /** Whether so long ago that what ended together was noticed. */
    boolean aborted(long now) {
        return phase == Phase.ABORT && now >= abortedAt + Constants.ENDED_TOGETHER_NS;
    }

    /** A client whose connections ended measures no more. */
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
