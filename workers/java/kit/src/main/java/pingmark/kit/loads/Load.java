package pingmark.kit.loads;

import pingmark.kit.protocol.ConnectPlan;
import pingmark.kit.protocol.Constants;
import pingmark.kit.protocol.Description;
import pingmark.kit.protocol.Description.Transport;
import pingmark.kit.protocol.Payload;
import pingmark.kit.protocol.SocketOptions;

/**
 * Decides when the next message of one connection may go, and what its intended time is. It knows neither clock nor
 * network, and is made anew for each measurement. One thread uses it.
 */
public interface Load {
    /** As soon as a slot is free; the message's intended time is when it is sent. Comes before every time. */
    long AT_ONCE = Long.MIN_VALUE;

    /** Not before something that is outstanding has ended. Comes after every time. */
    long NEVER = Long.MAX_VALUE;

    /** The intended time of the next message, on the worker's clock. */
    long due();

    /** How many bytes that message has; only of models whose messages differ in size. */
    default int messageBytes() {
        throw new UnsupportedOperationException("all messages have one size");
    }

    /** The message that was due has gone. */
    void sent();

    /** A message was answered or lost. */
    void ended();

    /**
     * Says how the messages of a stream are put into send calls.
     *
     * @param messages of one call, at most
     * @param cut whether a message's first bytes have a call of their own
     */
    record Sends(int messages, boolean cut) {
        /** What may go at a time goes by one call. */
        public static final Sends TOGETHER = new Sends(Integer.MAX_VALUE, false);
        /** A call for each message. */
        public static final Sends APART = new Sends(1, false);
        /** Two calls for each message: one for its first bytes, one for the others. */
        public static final Sends IN_PARTS = new Sends(1, true);
    }

    /**
     * Describes the client that a load is asked of.
     *
     * @param keepsTimes whether it wakes when a message is due
     * @param oneWay whether its server acknowledges, and does not echo
     * @param churns whether it opens a connection for each message
     * @param inFlight on each connection
     * @param unreadBytes what a connection's buffers hold while nobody reads
     * @param ticks whether its server sends snapshots
     * @param sized whether a message's length is before it, so that messages may differ in size
     */
    record Room(boolean stream, boolean keepsTimes, boolean oneWay, boolean churns, long inFlight, long messageBytes,
            long unreadBytes, boolean ticks, boolean sized) {
        /** The room of a client of this stack that is not connected yet: all that it could be connected for. */
        public static Room of(Description stack) {
            return new Room(stack.stream(), stack.keepsTimes(), stack.oneWay(), stack.transport() == Transport.TCP,
                    Constants.MAX_IN_FLIGHT, Constants.MIN_MESSAGE_BYTES, Constants.MAX_PREFLOOD_BYTES, stack.ticks(),
                    stack.stream());
        }

        /** The room of a client that is connected by this plan. */
        public static Room of(Description stack, ConnectPlan plan) {
            int asked = plan.options().sendBufferBytes();
            int held = asked == SocketOptions.NOT_ASKED ? Constants.MAX_PREFLOOD_BYTES
                                                        : Math.min(asked, Constants.MAX_PREFLOOD_BYTES);
            return new Room(stack.stream(), stack.keepsTimes(), plan.oneWay(), plan.churns(), plan.inFlight(),
                    plan.messageBytes(), held, plan.ticks() != null,
                    stack.stream() && !plan.unframed() && Payload.BLOCKS.contains(plan.payload()));
        }
    }

    /** Holds what was asked for, and makes of it a load for each connection. */
    interface Model {
        /** Whether it has times of its own, which it keeps whatever the server does. */
        boolean timed();

        /** Whether its messages differ in size. */
        default boolean sized() {
            return false;
        }

        default Sends sends() {
            return Sends.TOGETHER;
        }

        /** For one connection of so many, counted from 0. */
        Load start(long origin, int connection, int connections);
    }
}
