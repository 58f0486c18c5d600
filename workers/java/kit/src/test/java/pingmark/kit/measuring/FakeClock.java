package pingmark.kit.measuring;

/** Stands still until it is set. */
final class FakeClock extends Clock {
    /** A slot takes 0 for "not sent". */
    static final long START = 1_000_000_000;

    private long now = START;

    void set(long sinceStart) {
        now = START + sinceStart;
    }

    long sinceStart() {
        return now - START;
    }

    @Override
    long now() {
        return now;
    }
}
