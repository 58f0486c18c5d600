package pingmark.kit.loads;

import pingmark.kit.protocol.Request;
import pingmark.kit.protocol.Unsupported;

/**
 * Sends one way, as fast as it goes: a message goes whenever a slot is free, and slots become free when an
 * acknowledgement says that the server has the messages in them. So many messages go by one call.
 */
record Stream(int messages) implements Load.Model {
    static final String NAME = "stream";
    private static final String OF_A_CALL = "batch";

    static Load.Model read(Request request, Load.Room room) throws Unsupported {
        long messages = request.integer(OF_A_CALL, 1);
        Unsupported.unless(OF_A_CALL, messages, 1, room.inFlight());
        if (messages > 1 && !room.stream()) {
            throw new Unsupported("batch: a datagram goes by a call of its own");
        }
        return new Stream((int) messages);
    }

    @Override
    public boolean timed() {
        return false;
    }

    @Override
    public Load.Sends sends() {
        return new Load.Sends(messages, false);
    }

    @Override
    public Load start(long origin, int connection, int connections) {
        return new Closed();
    }
}
