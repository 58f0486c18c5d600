package pingmark.kit.loads;

import java.util.List;
import pingmark.kit.protocol.Constants;
import pingmark.kit.protocol.EvenTimes;
import pingmark.kit.protocol.Request;
import pingmark.kit.protocol.SplitMix;
import pingmark.kit.protocol.Unsupported;

/**
 * Makes an open loop: messages go at times that the rate sets, evenly spaced or as they come from many who know nothing
 * of each other.
 */
record FixedRate(long ratePerS, boolean poisson, long seed, long burst) implements Load.Model {
    static final String NAME = "fixed-rate";
    private static final String BURSTS = "bursts";

    static Load.Model read(Request request, Load.Room room) throws Unsupported {
        long rate = request.integer("rate_per_s");
        String arrivals = request.text("arrivals", "uniform");
        long seed = request.integer("seed", 1);
        Unsupported.unless("rate_per_s", rate, 1, Constants.MAX_RATE_PER_S);
        Unsupported.unless("seed", seed, 0, Constants.MAX_SEED);
        if (!List.of("uniform", "poisson", BURSTS).contains(arrivals)) {
            throw new Unsupported("arrivals " + arrivals + ": uniform, poisson or bursts");
        }
        long burst = arrivals.equals(BURSTS) ? request.integer("burst") : 1;
        Unsupported.unless("burst", burst, 1, room.inFlight());
        return new FixedRate(rate, arrivals.equals("poisson"), seed, burst);
    }

    @Override
    public boolean timed() {
        return true;
    }

    @Override
    public Load start(long origin, int connection, int connections) {
        return poisson ? new Poisson(origin, ratePerS, seed, connection, connections)
                       : new Even(origin, ratePerS, connection, connections, burst);
    }

    /** Knows when a connection sends its next message. */
    private abstract static class Schedule implements Load {
        long due;

        @Override
        public long due() {
            return due;
        }

        @Override
        public void ended() {
            // the schedule goes on whatever the server does
        }
    }

    /** Deals the bursts of the whole load to the connections in turn. Those of one message are a uniform load. */
    private static final class Even extends Schedule {
        private final EvenTimes times;
        private final long burst;
        private final long step;
        private long first;
        private long sent;

        Even(long origin, long rate, int connection, int connections, long burst) {
            times = new EvenTimes(origin, rate);
            this.burst = burst;
            step = connections * burst;
            first = connection * burst;
            due = times.of(first);
        }

        @Override
        public void sent() {
            if (++sent < burst) {
                return;
            }
            sent = 0;
            first += step;
            due = times.of(first);
        }
    }

    /** Gives each connection arrivals of its own. */
    private static final class Poisson extends Schedule {
        private final SplitMix random;
        private final double mean;

        Poisson(long origin, long rate, long seed, int connection, int connections) {
            long own = Long.rotateLeft(new SplitMix(connection).next(), 32);
            random = new SplitMix(new SplitMix(seed).next() ^ own);
            mean = 1e9 * connections / rate;
            due = origin + gap();
        }

        private long gap() {
            double u = ((random.next() >>> 11) + 1) * 0x1p-53;
            return (long) Math.floor(-Logarithm.of(u) * mean + 0.5);
        }

        @Override
        public void sent() {
            due += gap();
        }
    }
}
