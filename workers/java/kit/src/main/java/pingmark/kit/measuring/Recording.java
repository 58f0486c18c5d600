package pingmark.kit.measuring;

/** Records a lane's round trips. Chosen for each measurement: its load is timed or untimed. */
class Recording {
    final Counts counts;

    private Recording(Counts counts) {
        this.counts = counts;
    }

    static Recording of(Counts counts, boolean timed) {
        return timed ? new Timed(counts) : new Recording(counts);
    }

    /**
     * Records a counted message with an intact answer.
     *
     * @param roundTrip from the message's intended time
     * @param late from its intended time to its send
     * @param now when its answer came
     */
    void record(int connection, long roundTrip, long late, long now) {
        counts.roundTrips.record(roundTrip);
        counts.slowest.offer(connection, roundTrip, late, now);
    }

    private static final class Timed extends Recording {
        Timed(Counts counts) {
            super(counts);
        }

        @Override
        void record(int connection, long roundTrip, long late, long now) {
            super.record(connection, roundTrip, late, now);
            counts.uncorrected.record(roundTrip - late);
            counts.sendLateness.record(late);
        }
    }
}
