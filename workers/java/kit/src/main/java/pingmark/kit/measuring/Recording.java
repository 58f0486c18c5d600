package pingmark.kit.measuring;

/**
 * Decides what is recorded of a lane's round trips. It is chosen for each measurement, by whether its load has times of
 * its own.
 */
abstract class Recording {
    static Recording of(Counts counts, boolean timed) {
        return timed ? new TimedRecording(counts) : new UntimedRecording(counts.roundTrips);
    }

    /**
     * Records a message that counts and whose answer is intact.
     *
     * @param roundTrip from the message's intended time
     * @param late from its intended time to its send
     */
    abstract void record(long roundTrip, long late);

    /** Knows that messages were intended for when they were sent. */
    private static final class UntimedRecording extends Recording {
        private final Histogram roundTrips;

        UntimedRecording(Histogram roundTrips) {
            this.roundTrips = roundTrips;
        }

        @Override
        void record(long roundTrip, long late) {
            roundTrips.record(roundTrip);
        }
    }

    private static final class TimedRecording extends Recording {
        private final Histogram roundTrips;
        private final Histogram uncorrected;
        private final Histogram sendLateness;

        TimedRecording(Counts counts) {
            roundTrips = counts.roundTrips;
            uncorrected = counts.uncorrected;
            sendLateness = counts.sendLateness;
        }

        @Override
        void record(long roundTrip, long late) {
            roundTrips.record(roundTrip);
            uncorrected.record(roundTrip - late);
            sendLateness.record(late);
        }
    }
}
