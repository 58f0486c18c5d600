package pingmark.kit.loads;

import pingmark.kit.protocol.Constants;
import pingmark.kit.protocol.EvenTimes;
import pingmark.kit.protocol.Request;
import pingmark.kit.protocol.SplitMix;
import pingmark.kit.protocol.Unsupported;

/**
 * Makes an open loop: messages go at times that the rate sets, evenly spaced or as they come from many who know nothing
 * of each other.
 */
record FixedRate(long ratePerS, boolean poisson, long seed) implements Load.Model {
    static final String NAME = "fixed-rate";

    static Load.Model read(Request request, Load.Room room) throws Unsupported {
        long rate = request.integer("rate_per_s");
        String arrivals = request.text("arrivals", "uniform");
        long seed = request.integer("seed", 1);
        Unsupported.unless("rate_per_s", rate, 1, Constants.MAX_RATE_PER_S);
        Unsupported.unless("seed", seed, 0, Constants.MAX_SEED);
        if (!arrivals.equals("uniform") && !arrivals.equals("poisson")) {
            throw new Unsupported("arrivals " + arrivals + ": uniform or poisson");
        }
        return new FixedRate(rate, arrivals.equals("poisson"), seed);
    }

    @Override
    public boolean timed() {
        return true;
    }

    @Override
    public Load start(long origin, int connection, int connections) {
        return poisson ? new Poisson(origin, ratePerS, seed, connection, connections)
                       : new Uniform(origin, ratePerS, connection, connections);
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

    /** Deals the messages of the whole load to the connections in turn. */
    private static final class Uniform extends Schedule {
        private final EvenTimes times;
        private final int connections;
        private long number;

        Uniform(long origin, long rate, int connection, int connections) {
            times = new EvenTimes(origin, rate);
            this.connections = connections;
            number = connection;
            due = times.of(number);
        }

        @Override
        public void sent() {
            number += connections;
            due = times.of(number);
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
