package pingmark.kit.measuring;

import java.util.Arrays;
import pingmark.kit.protocol.Constants;

/**
 * Times equal numbers of messages, one after the other, of a lane that has one message in flight. It is kept from one
 * measurement to the next, as their room is large.
 */
final class Laps {
    private Window window;
    private final long[] durations = new long[Constants.MAX_LAPS];
    private int count;
    private boolean overflowed;
    private int toGo;
    private long messages;
    private long firstStart;
    private long start;

    void begin(Window next) {
        window = next;
        count = 0;
        messages = 0;
        overflowed = false;
    }

    void sent(long now) {
        if (messages == 0) {
            firstStart = now;
            start = now;
            toGo = window.lapMessages();
        }
        messages++;
    }

    /** Returns true when this answer, or loss, ended the last lap, or one lap too many. */
    boolean completed(long now) {
        if (--toGo > 0) {
            return false;
        }
        if (count == Constants.MAX_LAPS) {
            overflowed = true;
            return true;
        }
        durations[count++] = now - start;
        start = now;
        toGo = window.lapMessages();
        return now >= window.to() || messages >= window.messages();
    }

    boolean overflowed() {
        return overflowed;
    }

    long firstStart() {
        return firstStart;
    }

    long[] durations() {
        return Arrays.copyOf(durations, count);
    }
}
