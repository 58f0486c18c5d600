package pingmark.kit;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A client's connections and lanes. Between measurements the lanes are parked here; a measurement wakes them, and ends
 * when the last one is parked again.
 */
public final class Session {
    /** A dying server's connections end one after the other. */
    private static final long NOTICE_NS = 20_000_000;

    private enum Phase { LOAD, DRAIN, ABORT }

    private final Description description;
    private final ConnectPlan plan;
    private final Payload payload;
    private final Handshakes handshakes;
    private final List<Lane> lanes = new ArrayList<>();
    private final List<Closeable> sockets = new ArrayList<>();
    private Map<String, Object> options = Map.of();

    private volatile Phase phase = Phase.DRAIN;
    private final AtomicInteger endedConnections = new AtomicInteger();
    private volatile String endReason;
    private volatile long abortedAt;

    private Window window;
    private int measurement;
    private int lanesBusy;
    private int parked;

    Session(Description description, ConnectPlan plan, Payload payload) {
        this.description = description;
        this.plan = plan;
        this.payload = payload;
        handshakes = new Handshakes(plan);
    }

    public ConnectPlan plan() {
        return plan;
    }

    public Description description() {
        return description;
    }

    public Handshakes handshakes() {
        return handshakes;
    }

    public Lane newLane() {
        Lane lane = new Lane(this, payload.share());
        lanes.add(lane);
        return lane;
    }

    /** To be closed when not all connections come up. */
    public <T extends Closeable> T keep(T socket) {
        sockets.add(socket);
        return socket;
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
        return (int) plan.connections() - endedConnections.get();
    }

    void start() {
        for (int number = 0; number < lanes.size(); number++) {
            Lane lane = lanes.get(number);
            if (lane.events() == null) {
                WorkThread.start("lane-" + number, () -> run(lane));
            }
        }
    }

    void abandon() {
        for (Closeable socket : sockets) {
            try {
                socket.close();
            } catch (IOException e) {
                System.err.println("close: " + e.getMessage());
            }
        }
    }

    private void run(Lane lane) {
        for (int last = 0;; last++) {
            Window next = await(last);
            try {
                lane.measure(next);
            } catch (RuntimeException | Error e) { // the reply must come all the same
                abort(e);
            }
            park();
        }
    }

    private synchronized Window await(int last) {
        while (measurement == last) {
            try {
                wait();
            } catch (InterruptedException e) {
                throw new IllegalStateException("nobody interrupts a lane", e);
            }
        }
        return window;
    }

    synchronized void park() {
        parked++;
        if (parked == lanes.size()) {
            notifyAll();
        }
    }

    synchronized void begin(Window next) {
        MessagePool counted = new MessagePool(next.messages(), lanes.size());
        for (Lane lane : lanes) {
            lane.prepare(next, counted);
        }
        parked = 0;
        lanesBusy = lanes.size();
        phase = Phase.LOAD;
        window = next;
        measurement++;
        notifyAll();
        for (Lane lane : lanes) {
            if (lane.events() != null) {
                lane.events().begin(next);
            }
        }
    }

    /** Waits until all lanes are parked, or for so long. */
    synchronized boolean awaitParked(long ms) throws InterruptedException {
        if (parked < lanes.size()) {
            wait(ms);
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
            abortedAt = System.nanoTime();
        }
        phase = Phase.ABORT;
    }

    boolean sending() {
        return phase == Phase.LOAD;
    }

    /** Whether so long ago that what ended together was noticed. */
    boolean aborted(long now) {
        return phase == Phase.ABORT && now >= abortedAt + NOTICE_NS;
    }

    /** A session whose connections ended measures no more. */
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
