package pingmark.kit.measuring;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Handles the messages that a lane receives: here, echoes. Chosen when the lane is made. */
class Exchange {
    final Lane lane;
    private final int echoBytes;

    Exchange(Lane lane) {
        this.lane = lane;
        echoBytes = lane.plan().bodyBytes(lane.stream());
    }

    static Exchange of(Lane lane) {
        if (lane.plan().oneWay()) {
            return new Acknowledgements(lane);
        }
        if (lane.payload().content() != null) {
            return new ParsedEchoes(lane, lane.payload().content());
        }
        return lane.plan().snapshots() == null ? new Exchange(lane)
                                               : new EchoesAndSnapshots(lane, lane.plan().snapshots());
    }

    /** A measurement begins. */
    void begin(long lostAfterNs) {
    }

    /** Returns whether it handles bodies of this length, which must arrive whole. */
    boolean accepts(int bodyBytes) {
        return bodyBytes == echoBytes;
    }

    void handle(Connection connection, ByteBuffer data, int bodyAt, int bodyBytes, long now) throws IOException {
        connection.answer(data, data.getInt(bodyAt), bodyAt, now);
    }

    /** Handles the first bytes of a body of another length. */
    void handleOther(Connection connection, int sequence, int bodyBytes, long now) throws IOException {
        connection.answer(null, sequence, Arrivals.UNREADABLE, now);
    }

    /** Returns how many bytes of a body are compared with the block after the next messages have been sent. */
    int comparedBytes() {
        return echoBytes;
    }

    /** Returns whether the measurement waits for messages other than answers. */
    boolean awaitsMore(Connection[] connections, long now) {
        return false;
    }
}
