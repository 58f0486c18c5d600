package pingmark.kit;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;

/**
 * One measuring thread, a stack's own or a library's event loop, with its connections and its own counts. Only its
 * thread writes here while a measurement runs; the session reads when the lane is parked.
 */
public final class Lane {
    /** An empty poll costs less than reading the clock. */
    private static final int POLLS_PER_CLOCK = 1024;
    private static final long UNCOUNTED = -1;
    private static final long STUCK_NS = 3_000_000_000L;
    /** In place of where an answer's body is. */
    static final int WRONG_LENGTH = -1;

    private final Session session;
    private final ConnectPlan plan;
    private final Payload payload;
    /** An array, as to iterate a list makes an iterator. */
    private Flow[] flows = new Flow[0];
    private final LossScan scan;
    private Runnable loop;
    /** Null where the stack's own loop receives. */
    private EventLane events;

    private Window window;
    private long to;
    private MessagePool counted;
    private long messagesLeft;
    private boolean done;
    private boolean running;
    private int outstanding;
    private int countedOutstanding;
    private int emptyPolls;

    /** Answers that matched and wait for their verification: one receive call can bring many. */
    private int[] pendingSequence = new int[1];
    private int[] pendingAt = new int[1];
    private long[] pendingTime = new long[1];
    private int pending;

    final LaneCounts counts = new LaneCounts();
    /** Answers matched since connect. */
    final Tally matched = new Tally();
    private final Tally idleTicks = new Tally();

    Lane(Session session, Payload payload) {
        this.session = session;
        this.plan = session.plan();
        this.payload = payload;
        scan = new LossScan(plan.lostAfterNs());
    }

    /**
     * Adds a connection; its handshake is done. A link is received from by the stack's loop, for any other output a
     * library does.
     */
    public Flow add(Output output) {
        Flow flow = stream() ? new StreamFlow(this, output, session.description().mostUnderWay(plan))
                             : new DatagramFlow(this, output);
        flows = Arrays.copyOf(flows, flows.length + 1);
        flows[flows.length - 1] = flow;
        return flow;
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
     * flows when something arrived. Receiving is switched on for a measurement and off after it: what comes in between
     * waits in the socket.
     */
    public void onEvents(ScheduledExecutorService eventLoop, Consumer<Boolean> receiving) {
        events = new EventLane(this, session, eventLoop, receiving);
    }

    EventLane events() {
        return events;
    }

    public boolean running() {
        return running;
    }

    /** To be called after a wait without result, or a poll without result by loops that wait anyway. */
    public void tick() {
        idleTicks.add(1);
        advance(System.nanoTime());
    }

    /** To be called after an empty poll by loops that never wait. */
    public void idle() {
        if (++emptyPolls % POLLS_PER_CLOCK == 0) {
            tick();
        }
    }

    /**
     * While it is parked: each lane has a portion before any of them begins.
     *
     * @param from drawn from where the window says how many messages count
     */
    void prepare(Window next, MessagePool from) {
        counted = from;
        messagesLeft = next.byMessages() && !next.laps() ? from.draw() : Window.UNLIMITED;
    }

    void measure(Window next) {
        begin(next);
        loop.run();
        end();
    }

    /** Fills all slots; from here on the lane runs until nothing is under way any more. */
    void begin(Window next) {
        window = next;
        to = next.laps() ? Window.UNLIMITED : next.to();
        if (messagesLeft == 0) {
            to = next.from();
        }
        counts.begin(next);
        done = false;
        running = true;
        scan.begin(System.nanoTime());
        for (Flow flow : flows) {
            flow.begin();
        }
        for (Flow flow : flows) {
            flow.fill();
        }
    }

    void end() {
        for (Flow flow : flows) {
            counts.silentConnections += flow.silent() ? 1 : 0;
        }
    }

    /** A message is about to be sent. Returns whether it counts. */
    boolean sent(long now) {
        outstanding++;
        if (now < window.from() || now >= to) {
            return false;
        }
        countedOutstanding++;
        counts.sent(now);
        if (--messagesLeft == 0 && (messagesLeft = counted.draw()) == 0) {
            to = now;
        }
        return true;
    }

    void answered(int sequence, int bodyAt, boolean counted, long roundTrip, long now) {
        outstanding--;
        matched.add(1);
        if (pending == pendingTime.length) {
            growPending();
        }
        pendingSequence[pending] = sequence;
        pendingAt[pending] = bodyAt;
        pendingTime[pending++] = counted ? roundTrip : UNCOUNTED;
        if (counted) {
            counts.received.add(1);
            settled(now);
        }
    }

    private void growPending() {
        pendingSequence = Arrays.copyOf(pendingSequence, 2 * pending);
        pendingAt = Arrays.copyOf(pendingAt, 2 * pending);
        pendingTime = Arrays.copyOf(pendingTime, 2 * pending);
    }

    void lost(boolean counted, long now) {
        outstanding--;
        if (counted) {
            counts.lost.add(1);
            settled(now);
        }
    }

    private void settled(long now) {
        countedOutstanding--;
        if (counts.settled(now)) {
            to = now;
        }
    }

    /** Verifies and records the answers of one receive call. */
    void settle(ByteBuffer in, int bodyBytes) {
        for (int at = 0; at < pending; at++) {
            boolean intact = pendingAt[at] != WRONG_LENGTH
                    && payload.matches(
                            pendingSequence[at], in, pendingAt[at] + Integer.BYTES, bodyBytes - Integer.BYTES);
            if (!intact) {
                counts.corrupt++;
            } else if (pendingTime[at] != UNCOUNTED) {
                counts.roundTrips.record(pendingTime[at]);
            }
        }
        pending = 0;
    }

    /** What the clock brings about, with a reading that was needed anyway. */
    void advance(long now) {
        if (scan.due(now)) {
            expire(scan.deadline(now), now);
        }
        if (!done && now >= to && countedOutstanding == 0) {
            done = true;
            session.laneDone();
        }
        if (running && !sending() && (outstanding == 0 || session.aborted(now))) {
            running = false;
            if (events != null) {
                events.ended();
            }
        }
    }

    /**
     * What is lost after the window is not sent again: with a dead server the drain would wait once more for its loss.
     */
    private void expire(long deadline, long now) {
        for (Flow flow : flows) {
            flow.expire(deadline, now);
            if (sending() && now < to) {
                flow.fill();
            }
        }
        if (outstanding == 0 && to == Window.UNLIMITED && now - counts.lastSettled > STUCK_NS) {
            session.abort("the server leaves so much unanswered that nothing more can be sent");
        }
    }

    boolean stream() {
        return session.description().stream();
    }

    boolean sending() {
        return session.sending();
    }

    void unexpected(int kind) {
        switch (kind) {
            case Slots.LATE -> counts.late++;
            case Slots.DUPLICATED -> counts.duplicated++;
            default -> counts.corrupt++;
        }
    }

    void corrupt() {
        counts.corrupt++;
    }

    void reordered() {
        counts.reordered++;
    }

    void connectionEnded(String reason) {
        session.connectionEnded(reason);
    }

    ConnectPlan plan() {
        return plan;
    }

    Payload payload() {
        return payload;
    }

    /** Changes while the lane is alive; any thread may look. */
    long signsOfLife() {
        return matched.get() + idleTicks.get();
    }
}
