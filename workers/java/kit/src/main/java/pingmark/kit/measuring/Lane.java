package pingmark.kit.measuring;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import pingmark.kit.loads.Load;
import pingmark.kit.process.Counter;
import pingmark.kit.protocol.ConnectPlan;
import pingmark.kit.protocol.Constants;
import pingmark.kit.protocol.Payload;
import pingmark.kit.sockets.InPlace;
import pingmark.kit.sockets.Link;
import pingmark.kit.sockets.Output;

/**
 * One measuring thread, of a stack or of a library's event loop, with its connections and counts. During a measurement
 * only this thread writes here; the client reads after it.
 */
public final class Lane {
    private static final long STUCK_NS = 3_000_000_000L;

    private final Client client;
    private final ConnectPlan plan;
    private final Payload payload;
    private final Clock clock;
    /** An array, as iterating over a list allocates. */
    private Connection[] connections = new Connection[0];
    private final LossWatch losses;
    /** 0 for stacks that wait: each of their polls costs more than a reading. */
    private final int pollsPerReading;
    private Runnable loop;
    /** Null: the stack's own loop receives. */
    private EventLane events;

    private Schedule schedule;
    private long lostAfterNs;
    private boolean done;
    private boolean running;
    private int outstanding;

    /** The clock's last reading. */
    private long latest;
    /** Whether something has arrived in this pass; then its end needs no other reading. */
    private boolean hasReceived;
    private int emptyPolls;
    /** 0 while losses are confirmed. */
    private int pollsUntilReading;

    private final Arrivals arrivals;
    private Recording recording;
    final Counts counts;
    private final LaneWindow window;
    private final Exchange exchange;
    /** Answers matched since connect. */
    long matched;
    private long matchedBefore;
    private final Counter turns = new Counter();

    Lane(Client client, Payload payload, Clock clock) {
        this.client = client;
        this.plan = client.plan();
        this.payload = payload;
        this.clock = clock;
        losses = new LossWatch((int) plan.inFlight());
        arrivals = new Arrivals(plan.inFlight());
        counts = new Counts(plan);
        window = new LaneWindow(counts);
        exchange = Exchange.of(this);
        pollsPerReading = client.description().spins() ? Constants.POLLS_PER_CLOCK_READING : 0;
    }

    /** Adds a connection after its handshake. The stack's loop receives from a {@link Link}; else a library does. */
    public Connection add(Output output) {
        Output way = client.otherEnd() == null ? output : client.otherEnd().beside((Link) output);
        Connection connection = stream() ? streamBy(way) : new DatagramConnection(this, way);
        connections = Arrays.copyOf(connections, connections.length + 1);
        connections[connection.place] = connection;
        return connection;
    }

    private Connection streamBy(Output way) {
        int maxInFlightBytes = client.description().maxInFlightBytes(plan);
        return way instanceof InPlace shared ? new InPlaceConnection(this, shared, maxInFlightBytes)
                                             : new StreamConnection(this, way, maxInFlightBytes);
    }

    /** Sets the stack's loop, called in each measurement, which receives while the lane is {@link #running}. */
    public void onMeasure(Runnable loop) {
        this.loop = loop;
    }

    /**
     * Sets a library's event loop as the lane's thread, which calls {@link Connection#received}.
     *
     * @param receiving switches receiving on for a measurement, and off after it
     */
    public void onEvents(ScheduledExecutorService eventLoop, Consumer<Boolean> receiving) {
        events = new EventLane(this, client, eventLoop, receiving);
    }

    EventLane events() {
        return events;
    }

    public boolean running() {
        return running;
    }

    /** Returns how long the next pass may wait for the network; 0: it must not wait. */
    public long waitNs() {
        if (losses.confirming()) {
            return 0;
        }
        long left = Math.min(losses.next(), schedule.nextDue()) - schedule.waitsFrom(latest);
        return Math.max(0, Math.min(left, Constants.LONGEST_WAIT_NS));
    }

    /** To be called after an empty poll by a loop that never waits. */
    public void idle() {
        emptyPolls++;
        schedule.pollWasEmpty();
    }

    /** To be called after each pass over all connections. */
    public void endPass() {
        if (hasReceived) {
            endPass(latest);
        } else if (emptyPolls >= pollsUntilReading) {
            endPass(now());
        }
    }

    long now() {
        return clock.now();
    }

    /** Reads the clock, once for each receive call that received something. */
    long arrived() {
        hasReceived = true;
        return latest = now();
    }

    /** Prepares a measurement. Each lane has its portion of messages before any lane begins. */
    void prepare(Window next, Window.Pool from, Load.Model load, long origin) {
        lostAfterNs = next.lostAfterNs(plan);
        matchedBefore = matched;
        counts.begin(next, load.timed());
        window.prepare(next, from);
        for (Connection connection : connections) {
            connection.begin(load.start(origin, connection.number, (int) plan.connections()), load);
        }
        schedule = Schedule.of(load, this, connections);
        recording = Recording.of(counts, load.timed());
    }

    void measure() {
        begin();
        loop.run();
        end();
    }

    /** Sends the first messages; then the lane runs until nothing is outstanding after the load. */
    void begin() {
        window.begin();
        done = false;
        running = true;
        hasReceived = false;
        pollsUntilReading = pollsPerReading;
        exchange.begin(lostAfterNs);
        losses.begin(now(), lostAfterNs);
        schedule.begin();
        // Empty passes may be rare: run one now, so that the JIT compiler has seen it.
        emptyPolls = pollsPerReading;
        endPass();
    }

    void end() {
        counts.answered = matched - matchedBefore;
        for (Connection connection : connections) {
            counts.silentConnections += connection.isSilent() ? 1 : 0;
        }
    }

    /** A message is about to be sent. Returns whether it is counted. */
    boolean sent(long intended, long now) {
        outstanding++;
        return window.sent(intended, now);
    }

    /** An answer has matched. Verification waits until the next message is sent. */
    void answered(int sequence, int bodyAt, boolean counted, long roundTrip, long late, long now) {
        outstanding--;
        matched++;
        arrivals.add(sequence, bodyAt, counted, roundTrip, late);
        if (counted) {
            counts.received++;
            window.settled(now);
        }
    }

    /** One way: the server has received the message. */
    void acknowledged(boolean counted, long roundTrip, long now) {
        outstanding--;
        matched++;
        if (counted) {
            counts.received++;
            arrivals.addAcknowledged(roundTrip);
            window.settled(now);
        }
    }

    /** One way: more messages have arrived than were outstanding. */
    void late(long messages) {
        if (messages > 0 && window.hasBegun(latest)) {
            counts.late += messages;
        }
    }

    void lost(boolean counted, long now) {
        outstanding--;
        if (counted) {
            counts.lost++;
            window.settled(now);
        }
    }

    /** Verifies and records the answers of one receive call. */
    void settle(ByteBuffer in, int comparedBytes, int connection, long now) {
        arrivals.settle(payload, in, comparedBytes, connection, now, recording);
    }

    private void endPass(long now) {
        latest = now;
        turns.add(1);
        emptyPolls = 0;
        if (losses.due(now)) {
            lookForLosses(now);
        }
        hasReceived = false;
        lookAtWindow(now);
        if (now >= schedule.nextDue()) {
            schedule.sendDue();
        }
        endWhenDrained(now);
    }

    /** A library's bytes have been handled; the pass goes on. */
    void handledReceived() {
        lookAtWindow(latest);
        endWhenDrained(latest);
    }

    private void lookAtWindow(long now) {
        if (!done && window.isOver(now)) {
            windowIsOver(now);
        }
    }

    private void endWhenDrained(long now) {
        if (running && !sending() && (outstanding == 0 || client.aborted(now))) {
            running = false;
            if (events != null) {
                events.ended();
            }
        }
    }

    private void windowIsOver(long now) {
        if (window.givesUp(now, lostAfterNs)) {
            schedule.giveUp(window);
        }
        if (window.allSettled() && !schedule.hasUnsentCounted(window) && !exchange.awaitsMore(connections, now)) {
            done = true;
            client.laneDone();
        }
    }

    /** Rare, and long enough to be compiled separately: so its first run does not deoptimize the loop. */
    private void lookForLosses(long now) {
        boolean confirmed = losses.passed(now, hasReceived);
        pollsUntilReading = confirmed ? pollsPerReading : 0;
        if (!confirmed) {
            return;
        }
        long oldest = now;
        for (Connection connection : connections) {
            oldest = Math.min(oldest, connection.expire(losses.lostWhenSentBy(), now));
        }
        losses.looked(now, oldest);
        schedule.lookedForLosses(now);
        if (outstanding == 0 && window.hasNoEnd() && now - counts.lastSettled > STUCK_NS && isCapped(now)) {
            client.abort("the server leaves so many messages unanswered that no more can be sent");
        }
    }

    private boolean isCapped(long now) {
        for (Connection connection : connections) {
            if (connection.isCapped(now)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether the slot of a lost message is used again. */
    boolean refills(long now) {
        return schedule.refills(now);
    }

    boolean stream() {
        return client.description().stream();
    }

    boolean sending() {
        return client.sending();
    }

    /** Counts an answer that no message waits for by its arrival time. */
    void unexpected(int kind) {
        if (window.hasBegun(latest)) {
            counts.unexpected(kind, window.contains(latest));
        }
    }

    void connectionEnded(String reason) {
        client.connectionEnded(reason);
    }

    LaneWindow window() {
        return window;
    }

    Schedule schedule() {
        return schedule;
    }

    Exchange exchange() {
        return exchange;
    }

    int nextPlace() {
        return connections.length;
    }

    int nextNumber() {
        return client.nextConnectionNumber();
    }

    ConnectPlan plan() {
        return plan;
    }

    Payload payload() {
        return payload;
    }

    /** Changes while the lane is alive; any thread may call it. */
    long signsOfLife() {
        return turns.get();
    }
}
