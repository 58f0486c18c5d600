package pingmark.kit;

/** What one lane counted in one measurement. */
final class Counts {
    final Histogram roundTrips = new Histogram();
    /** Round trips from the send, and from the intended time to the send; both null without a timed load. */
    Histogram uncorrected;
    Histogram sendLateness;
    long sent;
    long received;
    long lost;
    long unsent;
    long corrupt;
    long late;
    long duplicated;
    long reordered;
    int silentConnections;
    /** When the last counted message was answered or lost. */
    long lastSettled;
    /** Null without laps. */
    Laps laps;

    void begin(Window window, boolean timed) {
        roundTrips.clear();
        uncorrected = timed ? new Histogram() : null;
        sendLateness = timed ? new Histogram() : null;
        sent = 0;
        received = 0;
        lost = 0;
        unsent = 0;
        corrupt = 0;
        late = 0;
        duplicated = 0;
        reordered = 0;
        silentConnections = 0;
        lastSettled = window.from();
        laps = window.laps() ? new Laps(window) : null;
    }

    /** What the lanes counted together. */
    void add(Counts lane) {
        roundTrips.add(lane.roundTrips);
        if (lane.uncorrected != null) {
            uncorrected.add(lane.uncorrected);
            sendLateness.add(lane.sendLateness);
        }
        sent += lane.sent;
        received += lane.received;
        lost += lane.lost;
        unsent += lane.unsent;
        corrupt += lane.corrupt;
        late += lane.late;
        duplicated += lane.duplicated;
        reordered += lane.reordered;
        silentConnections += lane.silentConnections;
        lastSettled = Math.max(lastSettled, lane.lastSettled);
        laps = lane.laps;
    }

    void sent(long now) {
        sent++;
        if (laps != null) {
            laps.sent(now);
        }
    }

    /** Returns true when counting ends with this message. */
    boolean settled(long now) {
        lastSettled = now;
        return laps != null && laps.completed(now);
    }

    /** @param late from the message's intended time to its send */
    void roundTrip(long fromIntended, long late) {
        roundTrips.record(fromIntended);
        if (uncorrected != null) {
            uncorrected.record(fromIntended - late);
            sendLateness.record(late);
        }
    }
}
