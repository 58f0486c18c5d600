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
import pingmark.kit.protocol.TickPlan;
import pingmark.kit.sockets.Link;
import pingmark.kit.sockets.Output;

/**
 * One measuring thread, a stack's own or a library's event loop, with its connections and its own counts. Only its
 * thread writes here while a measurement runs; the client reads when the lane is parked.
 */
public final class Lane {
    /** The end of the window when enough messages have been sent: everything is after it. */
    private static final long ENOUGH = Long.MIN_VALUE;
    private static final long STUCK_NS = 3_000_000_000L;
    /** So many messages are given up at a time, so that a lane that owes many turns all the same. */
    private static final int GIVEN_UP_A_TURN = 100_000;

    private final Client client;
    private final ConnectPlan plan;
    private final Payload payload;
    private final Clock clock;
    /** An array, as to iterate a list makes an iterator. */
    private Connection[] connections = new Connection[0];
    private int[] numbers = new int[0];
    /** Null: nothing is logged. */
    private MessageLog log;
    private final LossWatch losses;
    /** Stacks that wait do not count their polls: each of them costs more than a reading. */
    private final int pollsPerReading;
    private Runnable loop;
    /** Null where the stack's own loop receives. */
    private EventLane events;

    private Window window;
    private boolean timed;
    private long lostAfterNs;
    private long to;
    private MessagePool counted;
    private long messagesLeft;
    private boolean done;
    private boolean running;
    private int outstanding;
    private int countedOutstanding;
    private long nextDue;

    /** The clock's last reading, and whether something has arrived in this pass: then no other is needed. */
    private long latest;
    private boolean brought;
    private int emptyPolls;
    /** None while losses are confirmed. */
    private int pollsUntilReading;

    private final Unverified unverified;
    final Counts counts = new Counts();
    /** Answers matched since connect. */
    long matched;
    private long matchedBefore;
    private final Counter turns = new Counter();
    /** Of what the server sends unasked; null: nothing. */
    private final Payload snapshotPayload;

    Lane(Client client, Payload payload, Payload snapshotPayload, Clock clock) {
        this.client = client;
        this.plan = client.plan();
        this.payload = payload;
        this.snapshotPayload = snapshotPayload;
        this.clock = clock;
        losses = new LossWatch((int) plan.inFlight());
        unverified = new Unverified(plan.inFlight());
        counts.snapshots = plan.ticks() == null ? null : new SnapshotCounts();
        pollsPerReading = client.description().spins() ? Constants.POLLS_PER_CLOCK_READING : 0;
    }

    /**
     * Adds a connection; its handshake is done. A link is received from by the stack's loop, for any other output a
     * library does.
     */
    public Connection add(Output output) {
        Output way = client.otherEnd() == null ? output : client.otherEnd().beside((Link) output);
        Connection connection = stream() ? new StreamConnection(this, way, client.description().mostUnderWay(plan))
                                         : new DatagramConnection(this, way);
        int at = connections.length;
        connections = Arrays.copyOf(connections, at + 1);
        numbers = Arrays.copyOf(numbers, at + 1);
        connections[at] = connection;
        numbers[at] = client.nextNumber();
        connection.number = numbers[at];
        return connection;
    }

    /**
     * The stack's loop: receives until the lane is no longer {@link #running}. Called on the lane's thread for each
     * measurement.
     */
    public void onMeasure(Runnable loop) {
        this.loop = loop;
    }

    /**
     * In place of a loop of the stack's own: everything of this lane happens on a library's event loop, which calls its
     * connections when something arrived. Receiving is switched on for a measurement and off after it: what comes in
     * between waits in the socket.
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

    /** How long the next pass may wait for the network; 0: it must not. Stacks that never wait need not ask. */
    public long waitNs() {
        if (losses.confirming()) {
            return 0;
        }
        long left = Math.min(losses.next(), nextDue) - (timed ? now() : latest);
        return Math.max(0, Math.min(left, Constants.LONGEST_WAIT_NS));
    }

    /** To be called after an empty poll by loops that never wait. */
    public void idle() {
        emptyPolls++;
        if (timed) {
            long now = now();
            if (now >= nextDue) {
                sendDue(now);
            }
        }
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

    /** The one reading for what a receive call brought. */
    long arrived() {
        brought = true;
        return latest = now();
    }

    /** @param room for so many messages; 0: nothing is logged */
    void prepareLog(int room) {
        log = room > 0 ? new MessageLog(room) : null;
    }

    MessageLog log() {
        return log;
    }

    /** While it is parked: each lane has loads and a portion before any of them begins. */
    void prepare(Window next, MessagePool from, Load.Model load, long origin) {
        window = next;
        timed = load.timed();
        lostAfterNs = next.lostAfterNs(plan);
        matchedBefore = matched;
        counted = from;
        messagesLeft = next.byMessages() && !next.laps() ? from.draw() : Window.UNLIMITED;
        counts.begin(next, timed);
        for (int at = 0; at < connections.length; at++) {
            connections[at].begin(load.start(origin, numbers[at], client.connections()), load);
        }
    }

    void measure() {
        begin();
        loop.run();
        end();
    }

    /** Sends what the load begins with; from here on the lane runs until nothing is under way any more. */
    void begin() {
        to = messagesLeft == 0 ? ENOUGH : window.laps() ? Window.UNLIMITED : window.to();
        done = false;
        running = true;
        brought = false;
        pollsUntilReading = pollsPerReading;
        losses.begin(now(), lostAfterNs);
        for (Connection connection : connections) {
            connection.send(now());
        }
        findNextDue();
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
        if (intended < window.from() || intended >= to) {
            return false;
        }
        countedOutstanding++;
        counts.sent(now);
        if (--messagesLeft == 0 && (messagesLeft = counted.draw()) == 0) {
            to = ENOUGH;
        }
        return true;
    }

    /** Found by its sequence number; the send that it causes is due before anything else is done with it. */
    void answered(int sequence, int bodyAt, boolean counted, long roundTrip, long late, long now) {
        outstanding--;
        matched++;
        unverified.add(sequence, bodyAt, counted, roundTrip, late);
        if (counted) {
            counts.received++;
            settled(now);
        }
    }

    /** One way: the server has it. */
    void acknowledged(boolean counted, long roundTrip, long now) {
        outstanding--;
        matched++;
        if (counted) {
            counts.received++;
            unverified.addAcknowledged(roundTrip);
            settled(now);
        }
    }

    /** One way: so many more came than were waited for. */
    void late(long messages) {
        if (messages > 0 && latest >= window.from()) {
            counts.late += messages;
        }
    }

    void lost(boolean counted, long now) {
        outstanding--;
        if (counted) {
            counts.lost++;
            settled(now);
        }
    }

    private void settled(long now) {
        countedOutstanding--;
        if (counts.settled(now)) {
            to = ENOUGH;
        }
    }

    /** A counted message was lost. */
    void logLost(int connection, long sentAt) {
        if (log != null) {
            log.add(connection, sentAt, MessageLog.NEVER);
        }
    }

    /** Verifies and records the answers of one receive call, which came at this time. */
    void settle(ByteBuffer in, int bodyBytes, int connection, long now) {
        unverified.log(log, connection, now);
        unverified.settle(payload, in, bodyBytes, counts);
    }

    /** What the clock brings about at the end of a pass. */
    private void endPass(long now) {
        latest = now;
        turns.add(1);
        emptyPolls = 0;
        if (losses.due(now)) {
            lookForLosses(now);
        }
        brought = false;
        advance(now);
    }

    /** What a library handed over has been dealt with. */
    void advance() {
        advance(latest);
    }

    private void advance(long now) {
        if (!done && now >= to) {
            windowIsOver(now);
        }
        if (now >= nextDue) {
            sendDue(now);
        }
        if (running && !sending() && (outstanding == 0 || client.aborted(now))) {
            running = false;
            if (events != null) {
                events.ended();
            }
        }
    }

    private void windowIsOver(long now) {
        if (timed && to != ENOUGH && now - lostAfterNs >= to) {
            for (Connection connection : connections) {
                counts.unsent += connection.giveUp(window, GIVEN_UP_A_TURN);
            }
            findNextDue();
        }
        if (countedOutstanding == 0 && !(timed && owesMessages()) && !awaitsSnapshots(now)) {
            done = true;
            client.laneDone();
        }
    }

    /** Whether some are to come that count. */
    private boolean awaitsSnapshots(long now) {
        if (counts.snapshots == null || now - Math.max(lostAfterNs, plan.ticks().patienceNs()) >= window.to()) {
            return false;
        }
        for (Connection connection : connections) {
            if (!connection.snapshotsOver()) {
                return true;
            }
        }
        return false;
    }

    /** One has come unasked. */
    void snapshot(SnapshotCounts.Seen seen, ByteBuffer in, int bodyAt, long now) {
        int tick = in.getInt(bodyAt);
        SnapshotCounts.Kind kind =
                counts.snapshots.received(seen, tick, in.getLong(bodyAt + Integer.BYTES), now, window);
        int payload = plan.ticks().bodyBytes(stream()) - TickPlan.HEAD_BYTES;
        if (kind == SnapshotCounts.Kind.REPEATED) {
            unexpected(Slots.DUPLICATED);
        } else if (kind == SnapshotCounts.Kind.LATE) {
            unexpected(Slots.LATE);
        } else if (kind == SnapshotCounts.Kind.COUNTED
                && !snapshotPayload.matches(tick, in, bodyAt + TickPlan.HEAD_BYTES, payload)) {
            counts.corrupt++;
        }
    }

    private boolean owesMessages() {
        for (Connection connection : connections) {
            if (connection.owes(to)) {
                return true;
            }
        }
        return false;
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
        findNextDue();
        if (outstanding == 0 && to == Window.UNLIMITED && now - counts.lastSettled > STUCK_NS && capped(now)) {
            client.abort("the server leaves so much unanswered that nothing more can be sent");
        }
    }

    private boolean capped(long now) {
        for (Connection connection : connections) {
            if (connection.capped(now)) {
                return true;
            }
        }
        return false;
    }

    /**
     * What a load without times lost after the window is not sent again: with a dead server the drain would wait once
     * more for its loss.
     */
    private void sendDue(long now) {
        for (Connection connection : connections) {
            if (now >= connection.due() && refills(now)) {
                connection.send(now);
            }
        }
        if (refills(now)) {
            findNextDue();
        } else {
            nextDue = Load.NEVER;
        }
    }

    /** Whether the slot of a lost message is used again. */
    boolean refills(long now) {
        return sending() && (timed || now < to);
    }

    private void findNextDue() {
        nextDue = Load.NEVER;
        for (Connection connection : connections) {
            nextDue = Math.min(nextDue, connection.due());
        }
    }

    /** A connection of a timed load may have got a slot or room. */
    void mayBeDue(long time) {
        nextDue = Math.min(nextDue, time);
    }

    boolean stream() {
        return client.description().stream();
    }

    boolean sending() {
        return client.sending();
    }

    /** An answer that no message waits for is counted by the time at which it came. */
    void unexpected(int kind) {
        if (latest < window.from()) {
            return;
        }
        switch (kind) {
            case Slots.LATE -> counts.late++;
            case Slots.DUPLICATED -> counts.duplicated++;
            default -> counts.corrupt += withinWindow() ? 1 : 0;
        }
    }

    /** A window without an end of its own lasts until all that it counted has been answered or lost. */
    private boolean withinWindow() {
        return window.byMessages() || window.laps() ? latest < to || countedOutstanding > 0 : latest < window.to();
    }

    void reordered() {
        counts.reordered++;
    }

    void connectionEnded(String reason) {
        client.connectionEnded(reason);
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
