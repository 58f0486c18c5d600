package pingmark.kit.measuring;

import java.io.IOException;
import java.nio.ByteBuffer;
import pingmark.kit.protocol.Payload;

/**
 * Takes messages that come back as they were sent, and parses each of them at once: a program that is answered goes on
 * when it knows what the answer says.
 */
final class ParsedEchoes extends Echoes {
    private final Payload.Content content;

    ParsedEchoes(Lane lane, Payload.Content content) {
        super(lane);
        this.content = content;
    }

    /** Nothing is left to compare but the sequence number, by which it was found. */
    @Override
    int comparedBytes() {
        return Integer.BYTES;
    }

    @Override
    void take(Connection connection, ByteBuffer data, int bodyAt, int bodyBytes, long now) throws IOException {
        int sequence = data.getInt(bodyAt);
        boolean intact = content.matches(sequence, data, bodyAt + Integer.BYTES, bodyBytes - Integer.BYTES);
        connection.answer(data, sequence, intact ? bodyAt : Arrivals.UNREADABLE, now);
    }
}
