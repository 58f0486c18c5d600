package pingmark.kit.measuring;

/** A lane's part of a window: which of its messages count, how many of those are outstanding, and when it is over. */
final class LaneWindow {
    /** {@code to} after enough messages have been sent: every time is after it. */
    private static final long ENOUGH = Long.MIN_VALUE;

    private final Counts counts;
    private Window window;
    private long to;
    private Window.Pool pool;
    private long messagesLeft;
    private int outstanding;

    LaneWindow(Counts counts) {
        this.counts = counts;
    }

    /** Draws a portion. Each lane has one before any lane begins. */
    void prepare(Window next, Window.Pool from) {
        window = next;
        pool = from;
        messagesLeft = next.byMessages() && !next.laps() ? from.draw() : Window.UNLIMITED;
    }

    void begin() {
        to = messagesLeft == 0 ? ENOUGH : window.laps() ? Window.UNLIMITED : window.to();
    }

    /** A message is about to be sent. Returns whether it counts. */
    boolean sent(long intended, long now) {
        if (!counts(intended)) {
            return false;
        }
        outstanding++;
        counts.sent(now);
        if (--messagesLeft == 0 && (messagesLeft = pool.draw()) == 0) {
            to = ENOUGH;
        }
        return true;
    }

    /** A counted message was answered or lost. */
    void settled(long now) {
        outstanding--;
        if (counts.settled(now)) {
            to = ENOUGH;
        }
    }

    boolean counts(long intended) {
        return intended >= window.from() && intended < to;
    }

    boolean isOver(long now) {
        return now >= to;
    }

    boolean hasBegun(long now) {
        return now >= window.from();
    }

    boolean hasNoEnd() {
        return to == Window.UNLIMITED;
    }

    boolean allSettled() {
        return outstanding == 0;
    }

    /** Returns whether it ended by time, so long ago that unsent messages are given up. */
    boolean givesUp(long now, long lostAfterNs) {
        return to != ENOUGH && now - lostAfterNs >= to;
    }

    /** Without an end by time it lasts until all counted messages have been answered or lost. */
    boolean contains(long now) {
        return window.byMessages() || window.laps() ? !isOver(now) || !allSettled() : now < window.to();
    }

    Window whole() {
        return window;
    }
}
