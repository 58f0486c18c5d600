package pingmark.kit.process;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.function.LongSupplier;
import pingmark.kit.protocol.Constants;
import pingmark.kit.protocol.Reply;
import pingmark.kit.protocol.Request;
import pingmark.kit.protocol.SplitMix;
import pingmark.kit.protocol.Unsupported;

/** Measures every clock of the runtime: its resolution, the cost of a call, and whether it went back. */
public final class Timers {
    private static final long NS_PER_MS = 1_000_000;

    /** Between two readings, in steps of the random generator. */
    private static final long LONGEST_PAUSE = 64;
    private static final int WATCHES_OF_A_COARSE_CLOCK = 10;

    /** Keeps the compiler from removing calls. */
    private static volatile long sink;

    /** @param calls a loop of this clock's calls alone, so that the compiler can inline them */
    private record Timer(String name, boolean monotonic, long nsPerUnit, LongSupplier read, IntToLongFunction calls) {
    }

    private record Watched(Timer timer, long stepNs, long nsPer1000Calls, long wentBack) {
    }

    private static final List<Timer> TIMERS =
            List.of(new Timer("System.nanoTime", true, 1, System::nanoTime, Timers::nanoTimes),
                    new Timer("System.currentTimeMillis", false, NS_PER_MS, System::currentTimeMillis, Timers::millis),
                    new Timer("Instant.now", false, 1, () -> nanoseconds(Instant.now()), Timers::instants));

    private Timers() {
    }

    public static Reply reply(Request request) throws IOException, Unsupported {
        request.refuseUnknownFields();
        List<Watched> watched = TIMERS.stream().map(Timers::watch).toList();
        return Reply.ok(request.id)
                .put("timers", TIMERS.stream().map(Timer::name).toList())
                .put("steps_ns", watched.stream().mapToLong(Watched::stepNs).toArray())
                .put("ns_per_1000_calls", watched.stream().mapToLong(Watched::nsPer1000Calls).toArray())
                .put("monotonic", TIMERS.stream().mapToLong(timer -> timer.monotonic() ? 1 : 0).toArray())
                .put("went_back", watched.stream().mapToLong(Watched::wentBack).toArray());
    }

    /** Pauses randomly between readings, so that only the clock's step divides the differences. */
    private static Watched watch(Timer timer) {
        SplitMix random = new SplitMix(1);
        long drawn = 0;
        ClockReadings readings = new ClockReadings(timer.read().getAsLong());
        long begin = System.nanoTime();
        do {
            for (int i = 0; i < 100; i++) {
                for (long left = Long.remainderUnsigned(random.next(), LONGEST_PAUSE); left > 0; left--) {
                    drawn ^= random.next();
                }
                readings.add(timer.read().getAsLong());
            }
        } while (System.nanoTime() - begin
                < Constants.TIMER_WATCH_NS * (readings.areFew() ? WATCHES_OF_A_COARSE_CLOCK : 1));
        sink = drawn;
        long stepNs = Math.round(readings.resolution() * timer.nsPerUnit());
        return new Watched(timer, stepNs, costOf1000Calls(timer), readings.wentBack());
    }

    /** Returns the median of the second half of the times; the first half warms up, and interruptions are outliers. */
    private static long costOf1000Calls(Timer timer) {
        List<Long> costs = new ArrayList<>();
        long end = System.nanoTime() + Constants.TIMER_WATCH_NS;
        for (long begin = System.nanoTime(); begin < end; begin = System.nanoTime()) {
            sink = timer.calls().applyAsLong(1_000);
            costs.add(System.nanoTime() - begin);
        }
        List<Long> later = costs.subList(costs.size() / 2, costs.size());
        Collections.sort(later);
        return later.get(later.size() / 2);
    }

    private static long nanoTimes(int calls) {
        long sum = 0;
        for (int i = 0; i < calls; i++) {
            sum ^= System.nanoTime();
        }
        return sum;
    }

    private static long millis(int calls) {
        long sum = 0;
        for (int i = 0; i < calls; i++) {
            sum ^= System.currentTimeMillis();
        }
        return sum;
    }

    private static long instants(int calls) {
        long sum = 0;
        for (int i = 0; i < calls; i++) {
            sum ^= nanoseconds(Instant.now());
        }
        return sum;
    }

    private static long nanoseconds(Instant time) {
        return time.getEpochSecond() * 1_000_000_000L + time.getNano();
    }
}
