package pingmark.kit.measuring;

import java.io.IOException;
import java.nio.ByteBuffer;
import pingmark.kit.protocol.Payload;

/** Parses each echo before the next message is sent, as a program needs the answer to go on. */
final class ParsedEchoes extends Exchange {
    private final Payload.Content content;

    ParsedEchoes(Lane lane, Payload.Content content) {
        super(lane);
        this.content = content;
    }

    /** Only the sequence number is left to compare. */
    @Override
    int comparedBytes() {
        return Integer.BYTES;
    }

    @Override
    void handle(Connection connection, ByteBuffer data, int bodyAt, int bodyBytes, long now) throws IOException {
        int sequence = data.getInt(bodyAt);
        boolean intact = content.matches(sequence, data, bodyAt + Integer.BYTES, bodyBytes - Integer.BYTES);
        connection.answer(data, sequence, intact ? bodyAt : Arrivals.UNREADABLE, now);
    }
}
