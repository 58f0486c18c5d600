package pingmark.kit.measuring;

import java.io.IOException;
import java.nio.ByteBuffer;
import pingmark.kit.serving.OneWay;

/** Takes acknowledgements of one-way messages, which say how many have arrived. */
final class Acknowledgements extends Exchange {
    private final boolean stream;

    Acknowledgements(Lane lane) {
        super(lane);
        stream = lane.stream();
    }

    @Override
    boolean accepts(int bodyBytes) {
        return bodyBytes == OneWay.ACKNOWLEDGEMENT_BYTES || super.accepts(bodyBytes);
    }

    @Override
    void handle(Connection connection, ByteBuffer data, int bodyAt, int bodyBytes, long now) throws IOException {
        int sequence = data.getInt(bodyAt);
        if (bodyBytes == OneWay.ACKNOWLEDGEMENT_BYTES) {
            acknowledge(connection, sequence, data.getLong(bodyAt + Integer.BYTES), now);
        } else {
            super.handle(connection, data, bodyAt, bodyBytes, now);
        }
    }

    @Override
    void handleOther(Connection connection, int sequence, int bodyBytes, long now) throws IOException {
        if (stream) {
            throw new IOException("an acknowledgement has " + bodyBytes + " bytes");
        }
        super.handleOther(connection, sequence, bodyBytes, now);
    }

    /**
     * Ends all messages up to the one that asked for it. As many are lost as the server did not count: the earliest, as
     * the server does not say which.
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
        long newlyArrived = Math.max(1, arrived - connection.countedByPeer); // at least the one that asked for it
        connection.countedByPeer = arrived;
        connection.lane.late(newlyArrived - waiting);
        long lost = waiting - Math.min(waiting, newlyArrived);
        connection.unanswered -= waiting;
        for (int left = waiting, slot = first; left > 0; slot = slots.after(slot)) {
            if (slots.occupied(slot)) {
                left--;
                connection.acknowledged(slot, lost-- > 0, now);
            }
        }
    }
}
