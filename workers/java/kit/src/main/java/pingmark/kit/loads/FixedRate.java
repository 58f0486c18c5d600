package pingmark.kit.loads;

import java.util.List;
import pingmark.kit.protocol.Constants;
import pingmark.kit.protocol.EvenTimes;
import pingmark.kit.protocol.Request;
import pingmark.kit.protocol.SplitMix;
import pingmark.kit.protocol.Unsupported;

/** An open loop: messages go at a rate, evenly spaced, in bursts, or with the random gaps of a Poisson process. */
final class FixedRate {
    private FixedRate() {
    }

    static Load.Model read(Request request, Load.ClientTraits client) throws Unsupported {
        long rate = request.integer("rate_per_s");
        String arrivals = request.text("arrivals", "uniform");
        long seed = request.integer("seed", 1);
        Unsupported.requireWithin("rate_per_s", rate, 1, Constants.MAX_RATE_PER_S);
        Unsupported.requireWithin("seed", seed, 0, Constants.MAX_SEED);
        if (!List.of("uniform", "poisson", "bursts").contains(arrivals)) {
            throw new Unsupported("arrivals " + arrivals + ": uniform, poisson or bursts");
        }
        long burst = arrivals.equals("bursts") ? request.integer("burst") : 1;
        Unsupported.requireWithin("burst", burst, 1, client.inFlight());
        return new Load.Model(true, false, Load.Sends.TOGETHER,
                (origin, connection, connections)
                        -> arrivals.equals("poisson") ? new Poisson(origin, rate, seed, connection, connections)
                                                      : new Even(origin, rate, connection, connections, burst));
    }

    private abstract static class Schedule implements Load {
        long due;

        @Override
        public final long due() {
            return due;
        }
    }

    /** Deals the bursts of the whole load to the connections in turn. Bursts of one message are a uniform load. */
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
            due = times.timeOf(first);
        }

        @Override
        public void sent() {
            if (++sent < burst) {
                return;
            }
            sent = 0;
            first += step;
            due = times.timeOf(first);
        }
    }

    /** Gives each connection a Poisson process of its own. */
    private static final class Poisson extends Schedule {
        private static final double LN_2 = 0.6931471805599453;
        private static final double ROOT_OF_HALF = 0.7071067811865476;
        private static final double[] RECIPROCALS = {
                1.0 / 19, 1.0 / 17, 1.0 / 15, 1.0 / 13, 1.0 / 11, 1.0 / 9, 1.0 / 7, 1.0 / 5, 1.0 / 3};
        private static final double FIRST_RECIPROCAL = 1.0 / 21;
        private static final long MANTISSA = (1L << 52) - 1;
        private static final long EXPONENT_OF_HALF = 1022L << 52;

        private final SplitMix random;
        private final double meanGapNs;

        Poisson(long origin, long rate, long seed, int connection, int connections) {
            long own = Long.rotateLeft(new SplitMix(connection).next(), 32);
            random = new SplitMix(new SplitMix(seed).next() ^ own);
            meanGapNs = 1e9 * connections / rate;
            due = origin + nextGap();
        }

        private long nextGap() {
            double u = ((random.next() >>> 11) + 1) * 0x1p-53;
            return (long) Math.floor(-naturalLogarithm(u) * meanGapNs + 0.5);
        }

        @Override
        public void sent() {
            due += nextGap();
        }

        /**
         * Uses only operations whose results are the same in every language. With u = m * 2^e it is e * ln 2 + ln m, by
         * the series of the inverse hyperbolic tangent.
         */
        private static double naturalLogarithm(double u) {
            int e = Math.getExponent(u) + 1;
            double m = Double.longBitsToDouble(Double.doubleToRawLongBits(u) & MANTISSA | EXPONENT_OF_HALF);
            if (m < ROOT_OF_HALF) {
                m *= 2;
                e--;
            }
            double s = (m - 1) / (m + 1);
            double z = s * s;
            double p = FIRST_RECIPROCAL;
            for (double reciprocal : RECIPROCALS) {
                p = p * z + reciprocal;
            }
            p = p * z + 1;
            return e * LN_2 + 2.0 * s * p;
        }
    }
}
