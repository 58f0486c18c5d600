package pingmark.kit.loads;

/**
 * When the next message of one connection may go, and its intended time. Knows neither clock nor network, and is made
 * anew for each measurement. One thread uses it.
 */
public interface Load {
    /** As soon as a slot is free; the message's intended time is when it is sent. Comes before every time. */
    long AT_ONCE = Long.MIN_VALUE;

    /** Not before something that is outstanding has ended. Comes after every time. */
    long NEVER = Long.MAX_VALUE;

    /** The intended time of the next message, on the worker's clock. */
    long due();

    /** The message that was due has gone. */
    void sent();

    /** A message was answered or lost. */
    void ended();

    /** A load as it was asked for, from which each connection gets its own. */
    interface Model {
        /** Whether it has times of its own, which it keeps whatever the server does. */
        boolean timed();

        /** For one connection of so many, counted from 0. */
        Load start(long origin, int connection, int connections);
    }
}
