package pingmark.kit.measuring;

/** A clock that tests set. */
final class FakeClock extends Clock {
    /** Not 0, which slots use for "not sent". */
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
