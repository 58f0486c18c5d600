package pingmark.kit.measuring;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Decides what a lane does with messages that arrive. It is chosen when the lane is made. */
abstract class Exchange {
    final Lane lane;

    Exchange(Lane lane) {
        this.lane = lane;
    }

    static Exchange of(Lane lane) {
        if (lane.plan().oneWay()) {
            return new Acknowledgements(lane);
        }
        if (lane.payload().content() != null) {
            return new ParsedEchoes(lane, lane.payload().content());
        }
        return lane.plan().ticks() == null ? new Echoes(lane) : new EchoesAndSnapshots(lane, lane.plan().ticks());
    }

    /** A measurement begins, in which messages are waited for so long. */
    void begin(long lostAfterNs) {
    }

    /** Returns whether it takes bodies of this length, each of which has to arrive whole. */
    abstract boolean takes(int bodyBytes);

    abstract void take(Connection connection, ByteBuffer data, int bodyAt, int bodyBytes, long now) throws IOException;

    /** Takes the beginning of a body of another length. */
    abstract void takeOther(Connection connection, int sequence, int bodyBytes, long now) throws IOException;

    /** Returns how much of a body is compared with the block when the next messages are under way. */
    int comparedBytes() {
        return lane.plan().bodyBytes(lane.stream());
    }

    /** Returns whether something is to come that counts and that is no answer. */
    boolean awaitsMore(Connection[] connections, long now) {
        return false;
    }
}
