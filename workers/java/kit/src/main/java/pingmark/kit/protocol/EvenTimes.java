package pingmark.kit.protocol;

/**
 * Evenly spaced times of numbered events: messages of a fixed rate, or ticks.
 *
 * @param origin the time of event 0
 */
public record EvenTimes(long origin, long ratePerS) {
    private static final long SECOND_NS = 1_000_000_000;

    public long timeOf(long number) {
        return origin + number / ratePerS * SECOND_NS + number % ratePerS * SECOND_NS / ratePerS;
    }

    /** Returns the number of the first event after a time. */
    public long firstAfter(long time) {
        return countIn(time - origin) + 1;
    }

    public long countIn(long durationNs) {
        return durationNs * ratePerS / SECOND_NS;
    }
}
