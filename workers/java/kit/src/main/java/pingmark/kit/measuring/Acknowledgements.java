package pingmark.kit.measuring;

import java.io.IOException;
import java.nio.ByteBuffer;
import pingmark.kit.serving.OneWay;

/**
 * Takes what comes back of messages that go one way: the server says from time to time how many of them have arrived.
 */
final class Acknowledgements extends Exchange {
    private final int echoBytes;
    private final boolean stream;

    Acknowledgements(Lane lane) {
        super(lane);
        stream = lane.stream();
        echoBytes = lane.plan().bodyBytes(stream);
    }

    @Override
    boolean takes(int bodyBytes) {
        return bodyBytes == OneWay.ACKNOWLEDGEMENT_BYTES || bodyBytes == echoBytes;
    }

    @Override
    void take(Connection connection, ByteBuffer data, int bodyAt, int bodyBytes, long now) throws IOException {
        int sequence = data.getInt(bodyAt);
        if (bodyBytes == OneWay.ACKNOWLEDGEMENT_BYTES) {
            acknowledge(connection, sequence, data.getLong(bodyAt + Integer.BYTES), now);
        } else {
            connection.answer(data, sequence, bodyAt, now);
        }
    }

    @Override
    void takeOther(Connection connection, int sequence, int bodyBytes, long now) throws IOException {
        if (stream) {
            throw new IOException("acknowledgement of " + bodyBytes + " bytes");
        }
        connection.answer(null, sequence, Arrivals.UNREADABLE, now);
    }

    /**
     * Ends all messages that were sent no later than the one that asked for it. What the server did not count is lost;
     * which of them these are is not known, and the earliest are taken to be.
     */
    private static void acknowledge(Connection connection, int sequence, long arrived, long now) {
        Slots slots = connection.slots;
        int last = slots.match(sequence);
        if (last < 0) {
            connection.lane.unexpected(last);
            return;
        }
        int first = slots.firstUpTo(last);
        int waiting = slots.waiting(first, last);
        long came = Math.max(1, arrived - connection.countedByPeer); // at least the one that asked for it
        connection.countedByPeer = arrived;
        connection.lane.late(came - waiting);
        long lost = waiting - Math.min(waiting, came);
        connection.unanswered -= waiting;
        for (int left = waiting, slot = first; left > 0; slot = slots.after(slot)) {
            if (slots.occupied(slot)) {
                left--;
                connection.acknowledged(slot, lost-- > 0, now);
            }
        }
    }
}
