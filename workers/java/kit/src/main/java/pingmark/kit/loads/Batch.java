package pingmark.kit.loads;

import pingmark.kit.protocol.Request;
import pingmark.kit.protocol.Unsupported;

/** Lets so many messages go together, and the next ones when all of them have ended. */
record Batch(long messages) implements Load.Model {
    static final String NAME = "batch";

    static Load.Model read(Request request, Load.Room room) throws Unsupported {
        long messages = request.integer(NAME);
        Unsupported.unless(NAME, messages, 1, room.inFlight());
        return new Batch(messages);
    }

    @Override
    public boolean timed() {
        return false;
    }

    @Override
    public Load start(long origin, int connection, int connections) {
        return new Loop(messages);
    }

    private static final class Loop implements Load {
        private final long messages;
        private long sent;
        private long ended;

        Loop(long messages) {
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
}
