package pingmark.kit.loads;

import pingmark.kit.protocol.Request;
import pingmark.kit.protocol.Unsupported;

/**
 * Makes a closed loop that begins with so many messages more than the one that each answer lets go, each by a call of
 * its own: a queue that never empties.
 */
record Preflood(long messages) implements Load.Model {
    static final String NAME = "preflood";

    static Load.Model read(Request request, Load.Room room) throws Unsupported {
        long messages = request.integer(NAME);
        long most = Math.min(room.inFlight(), room.unreadBytes() / room.messageBytes()) - 1;
        if (messages < 0 || messages > most) {
            throw new Unsupported("preflood " + messages + ": with messages of " + room.messageBytes()
                    + " bytes, in_flight " + room.inFlight() + " and buffers that hold " + room.unreadBytes()
                    + " bytes unread, the most is " + most);
        }
        return new Preflood(messages);
    }

    @Override
    public boolean timed() {
        return false;
    }

    @Override
    public Load.Sends sends() {
        return Load.Sends.APART;
    }

    @Override
    public Load start(long origin, int connection, int connections) {
        return new Loop(messages + 1);
    }

    private static final class Loop implements Load {
        private final long most;
        private long outstanding;

        Loop(long most) {
            this.most = most;
        }

        @Override
        public long due() {
            return outstanding < most ? AT_ONCE : NEVER;
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
