package pingmark.kit.measuring;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Takes messages that come back as they were sent. */
class Echoes extends Exchange {
    private final int echoBytes;

    Echoes(Lane lane) {
        super(lane);
        echoBytes = lane.plan().bodyBytes(lane.stream());
    }

    @Override
    boolean takes(int bodyBytes) {
        return bodyBytes == echoBytes;
    }

    @Override
    void take(Connection connection, ByteBuffer data, int bodyAt, int bodyBytes, long now) throws IOException {
        connection.answer(data, data.getInt(bodyAt), bodyAt, now);
    }

    @Override
    final void takeOther(Connection connection, int sequence, int bodyBytes, long now) throws IOException {
        connection.answer(null, sequence, Arrivals.UNREADABLE, now);
    }
}
