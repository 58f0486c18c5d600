package pingmark.kit.loads;

import pingmark.kit.protocol.Request;
import pingmark.kit.protocol.Unsupported;

/** Loads without a schedule: a message goes when others have ended. */
final class ClosedLoops {
    /** A message goes as soon as a slot is free. */
    private static final Load AS_SLOTS_ALLOW = () -> Load.AT_ONCE;

    static final Load.Model CLOSED = asSlotsAllow(Load.Sends.TOGETHER);
    /**
     * Two calls for each message, as of a program that writes a header and then a body: Nagle's algorithm holds the
     * body until the header is acknowledged, which its receiver delays.
     */
    static final Load.Model WRITE_WRITE_READ = asSlotsAllow(Load.Sends.IN_PARTS);

    private ClosedLoops() {
    }

    private static Load.Model asSlotsAllow(Load.Sends sends) {
        return Load.Model.untimed(sends, (origin, connection, connections) -> AS_SLOTS_ALLOW);
    }

    /** One way, as fast as possible: an acknowledgement frees the slots of the messages that the server has. */
    static Load.Model stream(Request request, Load.ClientTraits client) throws Unsupported {
        long messages = request.integer("batch", 1);
        Unsupported.requireWithin("batch", messages, 1, client.inFlight());
        if (messages > 1 && !client.stream()) {
            throw new Unsupported("batch: each datagram goes by a call of its own");
        }
        return asSlotsAllow(new Load.Sends((int) messages, false));
    }

    /** Messages go together, and the next ones after all of them have ended. */
    static Load.Model batch(Request request, Load.ClientTraits client) throws Unsupported {
        long messages = request.integer("batch");
        Unsupported.requireWithin("batch", messages, 1, client.inFlight());
        return Load.Model.untimed(Load.Sends.TOGETHER, (origin, connection, connections) -> new Batch(messages));
    }

    private static final class Batch implements Load {
        private final long messages;
        private long sent;
        private long ended;

        Batch(long messages) {
            this.messages = messages;
        }

        @Override
        public long due() {
            return sent < messages ? AT_ONCE : NEVER;
        }

        @Override
        public void sent() {
            sent++;
        }

        @Override
        public void ended() {
            if (++ended == messages) {
                sent = 0;
                ended = 0;
            }
        }
    }

    /** Begins with extra messages, a call each. Then each answer lets one message go, so that a queue never empties. */
    static Load.Model preflood(Request request, Load.ClientTraits client) throws Unsupported {
        long messages = request.integer("preflood");
        long most = Math.min(client.inFlight(), client.unreadBytes() / client.messageBytes()) - 1;
        if (messages < 0 || messages > most) {
            throw new Unsupported("preflood " + messages + ": with messages of " + client.messageBytes()
                    + " bytes, in_flight " + client.inFlight() + " and buffers that hold " + client.unreadBytes()
                    + " bytes unread, the most is " + most);
        }
        return Load.Model.untimed(Load.Sends.APART, (origin, connection, connections) -> new Preflood(messages + 1));
    }

    private static final class Preflood implements Load {
        private final long maxOutstanding;
        private long outstanding;

        Preflood(long maxOutstanding) {
            this.maxOutstanding = maxOutstanding;
        }

        @Override
        public long due() {
            return outstanding < maxOutstanding ? AT_ONCE : NEVER;
        }

        @Override
        public void sent() {
            outstanding++;
        }

        @Override
        public void ended() {
            outstanding--;
        }
    }
}
