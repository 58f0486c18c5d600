package pingmark.kit.measuring;

/** What one lane counted in one measurement. */
final class Counts {
    final Histogram roundTrips = new Histogram();
    /** Round trips from the send, and from the intended time to the send. Made for the first timed load, and kept. */
    Histogram uncorrected;
    Histogram sendLateness;
    /** Of a connection for each message: until it was connected, and until the first byte of an answer. Else null. */
    Histogram connects;
    Histogram firstBytes;
    /** Null where the server sends nothing unasked. */
    SnapshotCounts snapshots;
    boolean timed;
    long sent;
    long received;
    /** All answers that matched, of counted messages or not. */
    long answered;
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
    private Laps keptLaps;

    void begin(Window window, boolean keepsTimes) {
        timed = keepsTimes;
        roundTrips.clear();
        if (timed && uncorrected == null) {
            uncorrected = new Histogram();
            sendLateness = new Histogram();
        } else if (timed) {
            uncorrected.clear();
            sendLateness.clear();
        }
        if (connects != null) {
            connects.clear();
            firstBytes.clear();
        }
        if (snapshots != null) {
            snapshots.begin();
        }
        sent = 0;
        received = 0;
        answered = 0;
        lost = 0;
        unsent = 0;
        corrupt = 0;
        late = 0;
        duplicated = 0;
        reordered = 0;
        silentConnections = 0;
        lastSettled = window.from();
        laps = window.laps() ? laps() : null;
        if (laps != null) {
            laps.begin(window);
        }
    }

    private Laps laps() {
        if (keptLaps == null) {
            keptLaps = new Laps();
        }
        return keptLaps;
    }

    /** What the lanes counted together. */
    void add(Counts lane) {
        roundTrips.add(lane.roundTrips);
        if (timed) {
            uncorrected.add(lane.uncorrected);
            sendLateness.add(lane.sendLateness);
        }
        if (lane.connects != null) {
            beginChurned();
            connects.add(lane.connects);
            firstBytes.add(lane.firstBytes);
        }
        if (lane.snapshots != null) {
            snapshots = snapshots == null ? new SnapshotCounts() : snapshots;
            snapshots.add(lane.snapshots);
        }
        sent += lane.sent;
        received += lane.received;
        answered += lane.answered;
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

    /** Each message has a connection. */
    void beginChurned() {
        if (connects == null) {
            connects = new Histogram();
            firstBytes = new Histogram();
        }
    }

    void churned(long connectNs, long firstByteNs) {
        connects.record(connectNs);
        firstBytes.record(firstByteNs);
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
        if (timed) {
            uncorrected.record(fromIntended - late);
            sendLateness.record(late);
        }
    }
}
