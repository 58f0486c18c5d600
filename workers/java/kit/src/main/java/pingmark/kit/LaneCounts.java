package pingmark.kit;

/** What one lane counted in one measurement. */
final class LaneCounts {
    final Histogram roundTrips = new Histogram();
    final Tally received = new Tally();
    final Tally lost = new Tally();
    long sent;
    long corrupt;
    long late;
    long duplicated;
    long reordered;
    int silentConnections;
    /** When the last counted message was answered or lost. */
    long lastSettled;
    /** Null without laps. */
    Laps laps;

    void begin(Window window) {
        roundTrips.clear();
        received.reset();
        lost.reset();
        sent = 0;
        corrupt = 0;
        late = 0;
        duplicated = 0;
        reordered = 0;
        silentConnections = 0;
        lastSettled = window.from();
        laps = window.laps() ? new Laps(window) : null;
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
}
