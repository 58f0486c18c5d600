package pingmark.kit.loads;

import pingmark.kit.protocol.ConnectPlan;
import pingmark.kit.protocol.Constants;
import pingmark.kit.protocol.Description;
import pingmark.kit.protocol.Description.Transport;
import pingmark.kit.protocol.Payload;
import pingmark.kit.protocol.SocketOptions;

/**
 * Decides when the next message of one connection may go, and what its intended time is. A load knows neither clock nor
 * network, and serves one measurement and one thread.
 */
public interface Load {
    /** As soon as a slot is free: the intended time is when the message is sent. Less than every time. */
    long AT_ONCE = Long.MIN_VALUE;
    /** Not before an outstanding message has ended. Greater than every time. */
    long NEVER = Long.MAX_VALUE;

    /** Returns the intended time of the next message, on the worker's clock. */
    long due();

    /** Returns the size of that message. Only of models whose messages differ in size. */
    default int messageBytes() {
        throw new UnsupportedOperationException("all messages have one size");
    }

    /** The message that was due has been sent. */
    default void sent() {
    }

    /** A message was answered or lost. */
    default void ended() {
    }

    /**
     * Says how the messages of a stream are put into send calls.
     *
     * @param maxMessages of one call
     * @param splitsMessages whether a message's first bytes go by a call of their own
     */
    record Sends(int maxMessages, boolean splitsMessages) {
        /** One call for all messages that are due. */
        public static final Sends TOGETHER = new Sends(Integer.MAX_VALUE, false);
        /** One call for each message. */
        public static final Sends APART = new Sends(1, false);
        /** Two calls for each message: one for its first bytes, one for the others. */
        public static final Sends IN_PARTS = new Sends(1, true);
    }

    /**
     * Describes the client that is asked for a load.
     *
     * @param keepsTimes whether it wakes when a message is due
     * @param oneWay whether its server acknowledges instead of echoing
     * @param churns whether it opens a connection for each message
     * @param inFlight on each connection
     * @param unreadBytes what the buffers of a connection hold while nobody reads
     * @param snapshots whether its server sends snapshots
     * @param sized whether each message's length precedes it, so that messages may differ in size
     */
    record ClientTraits(boolean stream, boolean keepsTimes, boolean oneWay, boolean churns, long inFlight,
            long messageBytes, long unreadBytes, boolean snapshots, boolean sized) {
        /** Returns what clients of this stack may have, before one is connected. */
        public static ClientTraits of(Description stack) {
            return new ClientTraits(stack.stream(), stack.keepsTimes(), stack.oneWay(),
                    stack.transport() == Transport.TCP, Constants.MAX_IN_FLIGHT, Constants.MIN_MESSAGE_BYTES,
                    Constants.MAX_PREFLOOD_BYTES, stack.snapshots(), stack.stream());
        }

        /** Returns what a client has that is connected by this plan. */
        public static ClientTraits of(Description stack, ConnectPlan plan) {
            int asked = plan.options().sendBufferBytes();
            int unread = asked == SocketOptions.NOT_ASKED ? Constants.MAX_PREFLOOD_BYTES
                                                          : Math.min(asked, Constants.MAX_PREFLOOD_BYTES);
            return new ClientTraits(stack.stream(), stack.keepsTimes(), plan.oneWay(), plan.churns(), plan.inFlight(),
                    plan.messageBytes(), unread, plan.snapshots() != null,
                    stack.stream() && !plan.unframed() && Payload.BLOCKS.contains(plan.payload()));
        }
    }

    /** Starts the load of one connection, which is counted from 0 to connections - 1. */
    interface Start {
        Load start(long origin, int connection, int connections);
    }

    /**
     * Holds what a run asks for, and makes a load for each connection.
     *
     * @param timed whether it has a schedule, which it keeps whatever the server does
     * @param sized whether its messages differ in size
     */
    record Model(boolean timed, boolean sized, Sends sends, Start start) {
        static Model untimed(Sends sends, Start start) {
            return new Model(false, false, sends, start);
        }

        public Load start(long origin, int connection, int connections) {
            return start.start(origin, connection, connections);
        }
    }
}
