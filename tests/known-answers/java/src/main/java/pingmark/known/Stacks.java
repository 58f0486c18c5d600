package pingmark.known;

import java.util.Random;
import java.util.function.LongSupplier;

/** The delays: in nanoseconds, and for each connection from the start of the same random numbers. */
public final class Stacks {
    private static final long MILLISECOND = 1_000_000;
    private static final int SEED = 10;

    private Stacks() {
    }

    /** The floor of the others. */
    public static final class Undelayed extends DelayedTcp {
        public Undelayed() {
            super("java/known-undelayed", () -> () -> 0L);
        }
    }

    /** 1 ms. */
    public static final class Fixed extends DelayedTcp {
        public Fixed() {
            super("java/known-fixed", () -> () -> MILLISECOND);
        }
    }

    /** 200 us; one in eight 2 ms. */
    public static final class Bimodal extends DelayedTcp {
        public Bimodal() {
            super("java/known-bimodal", Bimodal::delays);
        }

        private static LongSupplier delays() {
            Random random = new Random(SEED);
            return () -> random.nextDouble() < 0.125 ? 2 * MILLISECOND : MILLISECOND / 5;
        }
    }

    /** Not at all, but for collections by force. */
    public static final class Collects extends DelayedTcp {
        public Collects() {
            super("java/known-collects", () -> Collections::collectIfDue);
        }
    }

    /** As long as KNOWN_ANSWERS_SLOWER_NS says. */
    public static final class Slower extends DelayedTcp {
        public Slower() {
            super("java/known-slower", Slower::delays);
        }

        private static LongSupplier delays() {
            long delay = Long.parseLong(System.getenv("KNOWN_ANSWERS_SLOWER_NS"));
            return () -> delay;
        }
    }
}
