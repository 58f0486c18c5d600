package pingmark.kit.measuring;

import pingmark.kit.protocol.ConnectPlan;

/**
 * Says what a measurement counts: messages sent from `from` on, and before `to` or until there are so many of them.
 * With laps, counting ends with the first lap that reaches that limit.
 */
record Window(long from, long to, long messages, int lapMessages, long lostAfterNs, int slowest) {
    static final long UNLIMITED = Long.MAX_VALUE;
    static final int NO_LAPS = 0;
    static final long LOST_AS_CONNECTED = 0;
    /** In place of how many of the slowest messages are kept. */
    static final int NO_SLOWEST = 0;

    Window(long from, long to, long messages, int lapMessages) {
        this(from, to, messages, lapMessages, LOST_AS_CONNECTED, NO_SLOWEST);
    }

    long lostAfterNs(ConnectPlan plan) {
        return lostAfterNs == LOST_AS_CONNECTED ? plan.lostAfterNs() : lostAfterNs;
    }

    boolean byMessages() {
        return messages != UNLIMITED;
    }

    boolean laps() {
        return lapMessages != NO_LAPS;
    }
}
