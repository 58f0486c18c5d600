package pingmark.kit.protocol;

/**
 * Knows the times of what goes evenly, so often a second: messages of a fixed rate, and ticks.
 *
 * @param origin the time of the first one, which has number 0
 */
public record EvenTimes(long origin, long ratePerS) {
    private static final long SECOND_NS = 1_000_000_000;

    public long of(long number) {
        return origin + number / ratePerS * SECOND_NS + number % ratePerS * SECOND_NS / ratePerS;
    }

    /** Returns the number of the first one after a time. */
    public long after(long time) {
        return countIn(time - origin) + 1;
    }

    public long countIn(long durationNs) {
        return durationNs * ratePerS / SECOND_NS;
    }
}
