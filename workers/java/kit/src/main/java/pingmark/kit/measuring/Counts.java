package pingmark.kit.measuring;

import java.io.IOException;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.ObjLongConsumer;
import java.util.function.ToLongFunction;
import pingmark.kit.protocol.ConnectPlan;
import pingmark.kit.protocol.Reply;

/** Holds what one lane counted in one measurement. A new number or histogram is a field, and a line in a table. */
final class Counts {
    long sent;
    long received;
    /** All answers that matched, of counted messages or not. */
    long answered;
    long lost;
    long unsent;
    long corrupt;
    long late;
    long duplicated;
    long reordered;
    long silentConnections;
    long snapshotsReceived;
    long snapshotsLost;

    Histogram roundTrips;
    /** Round trips from the send, and from the intended time to the send. */
    Histogram uncorrected;
    Histogram sendLateness;
    /** Of a connection for each message: until it was connected, and until the first byte of an answer. */
    Histogram connects;
    Histogram firstBytes;
    /** From the tick's time, by the server's clock, and from the tick's first arrival. */
    Histogram snapshotLateness;
    Histogram snapshotSkew;

    final Slowest slowest = new Slowest();

    /** Says in which measurements something is counted. */
    private enum Of { ALL, TIMED, CHURN, TICKS }

    /** Names a number of a reply. Those of lanes add up. */
    private record Sum(String name, Of of, ToLongFunction<Counts> value, ObjLongConsumer<Counts> set) {
        void write(Reply reply, Counts counts) throws IOException {
            reply.put(name, value.applyAsLong(counts));
        }
    }

    /** Names a histogram of a reply, which is made when it is needed first, and kept. Those of lanes add up. */
    private record Spread(String name, Of of, Function<Counts, Histogram> value, BiConsumer<Counts, Histogram> set) {
        void begin(Counts counts) {
            if (value.apply(counts) == null) {
                set.accept(counts, new Histogram());
            }
            value.apply(counts).clear();
        }
    }

    private static final List<Sum> SUMS = List.of(
            new Sum("sent", Of.ALL, counts -> counts.sent, (counts, value) -> counts.sent = value),
            new Sum("received", Of.ALL, counts -> counts.received, (counts, value) -> counts.received = value),
            new Sum("answered", Of.ALL, counts -> counts.answered, (counts, value) -> counts.answered = value),
            new Sum("lost", Of.ALL, counts -> counts.lost, (counts, value) -> counts.lost = value),
            new Sum("unsent", Of.ALL, counts -> counts.unsent, (counts, value) -> counts.unsent = value),
            new Sum("corrupt", Of.ALL, counts -> counts.corrupt, (counts, value) -> counts.corrupt = value),
            new Sum("late", Of.ALL, counts -> counts.late, (counts, value) -> counts.late = value),
            new Sum("duplicated", Of.ALL, counts -> counts.duplicated, (counts, value) -> counts.duplicated = value),
            new Sum("reordered", Of.ALL, counts -> counts.reordered, (counts, value) -> counts.reordered = value),
            new Sum("silent_connections", Of.ALL,
                    counts -> counts.silentConnections, (counts, value) -> counts.silentConnections = value),
            new Sum("snapshots_received", Of.TICKS,
                    counts -> counts.snapshotsReceived, (counts, value) -> counts.snapshotsReceived = value),
            new Sum("snapshots_lost", Of.TICKS,
                    counts -> counts.snapshotsLost, (counts, value) -> counts.snapshotsLost = value));

    private static final List<Spread> SPREADS = List.of(
            new Spread("histogram", Of.ALL, counts -> counts.roundTrips, (counts, value) -> counts.roundTrips = value),
            new Spread("uncorrected_histogram", Of.TIMED,
                    counts -> counts.uncorrected, (counts, value) -> counts.uncorrected = value),
            new Spread("send_lateness_histogram", Of.TIMED,
                    counts -> counts.sendLateness, (counts, value) -> counts.sendLateness = value),
            new Spread("connect_histogram", Of.CHURN,
                    counts -> counts.connects, (counts, value) -> counts.connects = value),
            new Spread("first_byte_histogram", Of.CHURN,
                    counts -> counts.firstBytes, (counts, value) -> counts.firstBytes = value),
            new Spread("snapshot_lateness_histogram", Of.TICKS,
                    counts -> counts.snapshotLateness, (counts, value) -> counts.snapshotLateness = value),
            new Spread("snapshot_skew_histogram", Of.TICKS,
                    counts -> counts.snapshotSkew, (counts, value) -> counts.snapshotSkew = value));

    private final boolean churns;
    private final boolean ticks;
    private boolean timed;
    /** When the last counted message was answered or lost. */
    long lastSettled;
    /** Null without laps. */
    Laps laps;
    private Laps keptLaps;

    Counts(ConnectPlan plan) {
        churns = plan.churns();
        ticks = plan.ticks() != null;
    }

    private boolean counts(Of of) {
        return switch (of) {
            case ALL -> true;
            case TIMED -> timed;
            case CHURN -> churns;
            case TICKS -> ticks;
        };
    }

    void begin(Window window, boolean keepsTimes) {
        timed = keepsTimes;
        SUMS.forEach(sum -> sum.set.accept(this, 0));
        SPREADS.stream().filter(spread -> counts(spread.of)).forEach(spread -> spread.begin(this));
        slowest.begin(window.slowest());
        lastSettled = window.from();
        laps = window.laps() ? laps() : null;
        if (laps != null) {
            laps.begin(window);
        }
    }

    private Laps laps() {
        if (keptLaps == null) {
            keptLaps = new Laps();
        }
        return keptLaps;
    }

    /** Adds what another lane counted in the same measurement. */
    void add(Counts lane) {
        SUMS.forEach(sum -> sum.set.accept(this, sum.value.applyAsLong(this) + sum.value.applyAsLong(lane)));
        SPREADS.stream()
                .filter(spread -> counts(spread.of))
                .forEach(spread -> spread.value.apply(this).add(spread.value.apply(lane)));
        slowest.add(lane.slowest);
        lastSettled = Math.max(lastSettled, lane.lastSettled);
        laps = lane.laps;
    }

    Reply write(Reply reply) throws IOException {
        for (Sum sum : SUMS) {
            if (counts(sum.of)) {
                sum.write(reply, this);
            }
        }
        for (Spread spread : SPREADS) {
            if (counts(spread.of)) {
                reply.put(spread.name, spread.value.apply(this).sparse());
            }
        }
        if (ticks) {
            reply.put("snapshots", snapshotsReceived + snapshotsLost);
        }
        return slowest.write(reply.put("rtt_max_ns", roundTrips.most()).put("rtt_sum_ns", roundTrips.sum()));
    }

    void churned(long connectNs, long firstByteNs) {
        connects.record(connectNs);
        firstBytes.record(firstByteNs);
    }

    void sent(long now) {
        sent++;
        if (laps != null) {
            laps.sent(now);
        }
    }

    /** A counted message was answered or lost. Returns true when counting ends with it. */
    boolean settled(long now) {
        lastSettled = now;
        return laps != null && laps.completed(now);
    }

    /** An answer came that no message waited for: one of {@link Slots#LATE} and the like. */
    void unexpected(int kind, boolean withinWindow) {
        switch (kind) {
            case Slots.LATE -> late++;
            case Slots.DUPLICATED -> duplicated++;
            default -> corrupt += withinWindow ? 1 : 0;
        }
    }
}
