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
 * Is one measuring thread, a stack's own or a library's event loop, with its connections and its own counts. Only its
 * thread writes here while a measurement runs; the client reads when the lane is parked.
 */
public final class Lane {
    private static final long STUCK_NS = 3_000_000_000L;

    private final Client client;
    private final ConnectPlan plan;
    private final Payload payload;
    private final Clock clock;
    /** An array, as to iterate a list makes an iterator. */
    private Connection[] connections = new Connection[0];
    private final LossWatch losses;
    /** Stacks that wait do not count their polls: each of them costs more than a reading. */
    private final int pollsPerReading;
    private Runnable loop;
    /** Null where the stack's own loop receives. */
    private EventLane events;

    private Schedule schedule;
    private long lostAfterNs;
    private boolean done;
    private boolean running;
    private int outstanding;

    /** The clock's last reading, and whether something has arrived in this pass: then no other is needed. */
    private long latest;
    private boolean brought;
    private int emptyPolls;
    /** None while losses are confirmed. */
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

    /**
     * Adds a connection; its handshake is done. A link is received from by the stack's loop, for any other output a
     * library does.
     */
    public Connection add(Output output) {
        Output way = client.otherEnd() == null ? output : client.otherEnd().beside((Link) output);
        Connection connection = stream() ? streamBy(way) : new DatagramConnection(this, way);
        connections = Arrays.copyOf(connections, connections.length + 1);
        connections[connection.place] = connection;
        return connection;
    }

    private Connection streamBy(Output way) {
        int mostUnderWay = client.description().mostUnderWay(plan);
        return way instanceof InPlace shared ? new InPlaceConnection(this, shared, mostUnderWay)
                                             : new StreamConnection(this, way, mostUnderWay);
    }

    /**
     * Takes the stack's loop, which receives until the lane is no longer {@link #running}. It is called on the lane's
     * thread for each measurement.
     */
    public void onMeasure(Runnable loop) {
        this.loop = loop;
    }

    /**
     * Takes a library's event loop in place of a loop of the stack's own: everything of this lane happens on a
     * library's event loop, which calls its connections when something arrived. Receiving is switched on for a
     * measurement and off after it: what comes in between waits in the socket.
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

    /** Returns how long the next pass may wait for the network; 0: it must not. Stacks that never wait need not ask. */
    public long waitNs() {
        if (losses.confirming()) {
            return 0;
        }
        long left = Math.min(losses.next(), schedule.nextDue()) - schedule.waitsFrom(latest);
        return Math.max(0, Math.min(left, Constants.LONGEST_WAIT_NS));
    }

    /** To be called after an empty poll by loops that never wait. */
    public void idle() {
        emptyPolls++;
        schedule.polledInVain();
    }

    /** To be called after each pass over all connections, whether something arrived or not. */
    public void endPass() {
        if (brought) {
            endPass(latest);
        } else if (emptyPolls >= pollsUntilReading) {
            endPass(now());
        }
    }

    long now() {
        return clock.now();
    }

    /** Something has arrived: reads the clock, once for all that a receive call brought. */
    long arrived() {
        brought = true;
        return latest = now();
    }

    /**
     * Makes ready what a measurement needs, while it is parked: each lane has its portion before any of them begins.
     */
    void prepare(Window next, MessagePool from, Load.Model load, long origin) {
        lostAfterNs = next.lostAfterNs(plan);
        matchedBefore = matched;
        counts.begin(next, load.timed());
        window.prepare(next, from);
        for (Connection connection : connections) {
            connection.begin(load.start(origin, connection.number, client.connections()), load);
        }
        schedule = Schedule.of(load, this, connections);
        recording = Recording.of(counts, load.timed());
    }

    void measure() {
        begin();
        loop.run();
        end();
    }

    /** Sends what the load begins with; from here on the lane runs until nothing is under way any more. */
    void begin() {
        window.begin();
        done = false;
        running = true;
        brought = false;
        pollsUntilReading = pollsPerReading;
        exchange.begin(lostAfterNs);
        losses.begin(now(), lostAfterNs);
        schedule.begin();
        // A pass without anything may be rare: here it is met in time for the compiler, not first when it matters.
        emptyPolls = pollsPerReading;
        endPass();
    }

    void end() {
        counts.answered = matched - matchedBefore;
        for (Connection connection : connections) {
            counts.silentConnections += connection.silent() ? 1 : 0;
        }
    }

    /** A message is about to be sent. Returns whether it counts. */
    boolean sent(long intended, long now) {
        outstanding++;
        return window.sent(intended, now);
    }

    /** An answer was found by its sequence number; the send that it causes is due before anything else is done. */
    void answered(int sequence, int bodyAt, boolean counted, long roundTrip, long late, long now) {
        outstanding--;
        matched++;
        arrivals.add(sequence, bodyAt, counted, roundTrip, late);
        if (counted) {
            counts.received++;
            window.settled(now);
        }
    }

    /** One way: the server has it. */
    void acknowledged(boolean counted, long roundTrip, long now) {
        outstanding--;
        matched++;
        if (counted) {
            counts.received++;
            arrivals.addAcknowledged(roundTrip);
            window.settled(now);
        }
    }

    /** One way: so many more messages came than were waited for. */
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

    /** Verifies and records the answers of one receive call, which came at this time. */
    void settle(ByteBuffer in, int comparedBytes, int connection, long now) {
        arrivals.settle(payload, in, comparedBytes, connection, now, recording);
    }

    /** Does what the clock brings about at the end of a pass. */
    private void endPass(long now) {
        latest = now;
        turns.add(1);
        emptyPolls = 0;
        if (losses.due(now)) {
            lookForLosses(now);
        }
        brought = false;
        lookAtWindow(now);
        if (now >= schedule.nextDue()) {
            schedule.sendDue();
        }
        endWhenDrained(now);
    }

    /** What a library handed over has been dealt with. The pass goes on. */
    void handedOver() {
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
        if (window.allSettled() && !schedule.owes(window) && !exchange.awaitsMore(connections, now)) {
            done = true;
            client.laneDone();
        }
    }

    /** Seldom, and so long that it is compiled apart: what is new in it does not throw the loop's code away. */
    private void lookForLosses(long now) {
        boolean confirmed = losses.passed(now, brought);
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
            client.abort("the server leaves so much unanswered that nothing more can be sent");
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

    /** An answer that no message waits for is counted by the time at which it came. */
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

    /** Returns the place of the next connection that is added. */
    int nextPlace() {
        return connections.length;
    }

    int nextNumber() {
        return client.nextNumber();
    }

    ConnectPlan plan() {
        return plan;
    }

    Payload payload() {
        return payload;
    }

    /** Changes while the lane is alive; any thread may look. */
    long signsOfLife() {
        return turns.get();
    }
}
