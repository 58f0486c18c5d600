package pingmark.kit;

import java.util.Arrays;

/** The durations of equal numbers of messages, one after the other, of a lane that has one message in flight. */
final class Laps {
    /** Enough for most measurements, so that nothing grows while one runs. */
    private static final int CAPACITY = 1 << 16;

    private final Window window;
    private long[] durations = new long[CAPACITY];
    private int count;
    private int toGo;
    private long messages;
    private long firstStart;
    private long start;

    Laps(Window window) {
        this.window = window;
    }

    void sent(long now) {
        if (messages == 0) {
            firstStart = now;
            start = now;
            toGo = window.lapMessages();
        }
        messages++;
    }

    /** Returns true when this answer, or loss, ended the last lap. */
    boolean completed(long now) {
        if (--toGo > 0) {
            return false;
        }
        if (count == durations.length) {
            durations = Arrays.copyOf(durations, 2 * count);
        }
        durations[count++] = now - start;
        start = now;
        toGo = window.lapMessages();
        return now >= window.to() || messages >= window.messages();
    }

    long firstStart() {
        return firstStart;
    }

    long[] durations() {
        return Arrays.copyOf(durations, count);
    }
}
