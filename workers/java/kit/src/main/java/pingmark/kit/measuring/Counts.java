package pingmark.kit.measuring;

import java.io.IOException;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.ObjLongConsumer;
import java.util.function.ToLongFunction;
import pingmark.kit.protocol.ConnectPlan;
import pingmark.kit.protocol.Reply;

/** The counts of one lane in one measurement. A new number or histogram is a field, and a line in a table. */
final class Counts {
    long sent;
    long received;
    /** Matched answers, of uncounted messages, too. */
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
    /** With a connection for each message: until it was connected, and until the first byte of an answer. */
    Histogram connects;
    Histogram firstBytes;
    /** From the tick's time on the server's clock, and from the tick's first arrival. */
    Histogram snapshotLateness;
    Histogram snapshotSkew;

    final Slowest slowest = new Slowest();

    /** In which measurements something is counted. */
    private enum Scope { ALL, TIMED, CHURN, SNAPSHOTS }

    /** A number of a reply, summed over lanes. */
    private record Sum(String name, Scope scope, ToLongFunction<Counts> value, ObjLongConsumer<Counts> set) {
        void write(Reply reply, Counts counts) throws IOException {
            reply.put(name, value.applyAsLong(counts));
        }
    }

    /** A histogram of a reply, summed over lanes. It is created for the first measurement that needs it. */
    private record Spread(
            String name, Scope scope, Function<Counts, Histogram> value, BiConsumer<Counts, Histogram> set) {
        void begin(Counts counts) {
            if (value.apply(counts) == null) {
                set.accept(counts, new Histogram());
            }
            value.apply(counts).clear();
        }
    }

    private static final List<Sum> SUMS = List.of(
            new Sum("sent", Scope.ALL, counts -> counts.sent, (counts, value) -> counts.sent = value),
            new Sum("received", Scope.ALL, counts -> counts.received, (counts, value) -> counts.received = value),
            new Sum("answered", Scope.ALL, counts -> counts.answered, (counts, value) -> counts.answered = value),
            new Sum("lost", Scope.ALL, counts -> counts.lost, (counts, value) -> counts.lost = value),
            new Sum("unsent", Scope.ALL, counts -> counts.unsent, (counts, value) -> counts.unsent = value),
            new Sum("corrupt", Scope.ALL, counts -> counts.corrupt, (counts, value) -> counts.corrupt = value),
            new Sum("late", Scope.ALL, counts -> counts.late, (counts, value) -> counts.late = value),
            new Sum("duplicated", Scope.ALL, counts -> counts.duplicated, (counts, value) -> counts.duplicated = value),
            new Sum("reordered", Scope.ALL, counts -> counts.reordered, (counts, value) -> counts.reordered = value),
            new Sum("silent_connections", Scope.ALL,
                    counts -> counts.silentConnections, (counts, value) -> counts.silentConnections = value),
            new Sum("snapshots_received", Scope.SNAPSHOTS,
                    counts -> counts.snapshotsReceived, (counts, value) -> counts.snapshotsReceived = value),
            new Sum("snapshots_lost", Scope.SNAPSHOTS,
                    counts -> counts.snapshotsLost, (counts, value) -> counts.snapshotsLost = value));

    private static final List<Spread> SPREADS =
            List.of(new Spread("histogram", Scope.ALL,
                            counts -> counts.roundTrips, (counts, value) -> counts.roundTrips = value),
                    new Spread("uncorrected_histogram", Scope.TIMED,
                            counts -> counts.uncorrected, (counts, value) -> counts.uncorrected = value),
                    new Spread("send_lateness_histogram", Scope.TIMED,
                            counts -> counts.sendLateness, (counts, value) -> counts.sendLateness = value),
                    new Spread("connect_histogram", Scope.CHURN,
                            counts -> counts.connects, (counts, value) -> counts.connects = value),
                    new Spread("first_byte_histogram", Scope.CHURN,
                            counts -> counts.firstBytes, (counts, value) -> counts.firstBytes = value),
                    new Spread("snapshot_lateness_histogram", Scope.SNAPSHOTS,
                            counts -> counts.snapshotLateness, (counts, value) -> counts.snapshotLateness = value),
                    new Spread("snapshot_skew_histogram", Scope.SNAPSHOTS,
                            counts -> counts.snapshotSkew, (counts, value) -> counts.snapshotSkew = value));

    private final boolean churns;
    private final boolean snapshots;
    private boolean timed;
    long lastSettled;
    /** Null without laps. */
    Laps laps;
    private Laps keptLaps;

    Counts(ConnectPlan plan) {
        churns = plan.churns();
        snapshots = plan.snapshots() != null;
    }

    private boolean counts(Scope scope) {
        return switch (scope) {
            case ALL -> true;
            case TIMED -> timed;
            case CHURN -> churns;
            case SNAPSHOTS -> snapshots;
        };
    }

    void begin(Window window, boolean keepsTimes) {
        timed = keepsTimes;
        SUMS.forEach(sum -> sum.set.accept(this, 0));
        SPREADS.stream().filter(spread -> counts(spread.scope)).forEach(spread -> spread.begin(this));
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

    /** Adds the counts of another lane. */
    void add(Counts lane) {
        SUMS.forEach(sum -> sum.set.accept(this, sum.value.applyAsLong(this) + sum.value.applyAsLong(lane)));
        SPREADS.stream()
                .filter(spread -> counts(spread.scope))
                .forEach(spread -> spread.value.apply(this).add(spread.value.apply(lane)));
        slowest.add(lane.slowest);
        lastSettled = Math.max(lastSettled, lane.lastSettled);
        laps = lane.laps;
    }

    Reply write(Reply reply) throws IOException {
        for (Sum sum : SUMS) {
            if (counts(sum.scope)) {
                sum.write(reply, this);
            }
        }
        for (Spread spread : SPREADS) {
            if (counts(spread.scope)) {
                reply.put(spread.name, spread.value.apply(this).sparse());
            }
        }
        if (snapshots) {
            reply.put("snapshots", snapshotsReceived + snapshotsLost);
        }
        return slowest.write(reply.put("rtt_max_ns", roundTrips.max()).put("rtt_sum_ns", roundTrips.sum()));
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

    /** @param kind {@link Slots#LATE}, {@link Slots#DUPLICATED} or {@link Slots#NEVER_SENT} */
    void unexpected(int kind, boolean withinWindow) {
        switch (kind) {
            case Slots.LATE -> late++;
            case Slots.DUPLICATED -> duplicated++;
            default -> corrupt += withinWindow ? 1 : 0;
        }
    }
}
