package pingmark.kit.measuring;

import java.util.Arrays;
import pingmark.kit.protocol.Constants;

/** Times laps of equally many messages, in a lane with one message in flight. Large, so kept between measurements. */
final class Laps {
    private Window window;
    private final long[] durations = new long[Constants.MAX_LAPS];
    private int count;
    private boolean overflowed;
    private int messagesLeft;
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
            messagesLeft = window.lapMessages();
        }
        messages++;
    }

    /** A message was answered or lost. Returns whether it ended the last lap, or one lap too many. */
    boolean completed(long now) {
        if (--messagesLeft > 0) {
            return false;
        }
        if (count == Constants.MAX_LAPS) {
            overflowed = true;
            return true;
        }
        durations[count++] = now - start;
        start = now;
        messagesLeft = window.lapMessages();
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
