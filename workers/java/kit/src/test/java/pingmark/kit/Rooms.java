package pingmark.kit;

import pingmark.kit.loads.Load;
import pingmark.kit.protocol.Constants;

/** What clients have room for, as tests need them. */
public final class Rooms {
    /** An echoed stream, whose client wakes when a message is due. */
    public static final Load.Room STREAM = of(true, true, false, false);

    private Rooms() {
    }

    public static Load.Room of(boolean stream, boolean keepsTimes, boolean oneWay, boolean churns) {
        return new Load.Room(stream, keepsTimes, oneWay, churns, Constants.MAX_IN_FLIGHT, Constants.MIN_MESSAGE_BYTES,
                Constants.MAX_PREFLOOD_BYTES, false, stream);
    }

    /** Of a client that wakes when a message is due. */
    public static Load.Room ofLane(boolean stream, boolean oneWay, long messageBytes) {
        return new Load.Room(stream, true, oneWay, false, Constants.MAX_IN_FLIGHT, messageBytes,
                Constants.MAX_PREFLOOD_BYTES, false, stream);
    }

    /** Of an echoed stream whose server sends snapshots, or of such datagrams. */
    public static Load.Room withTicks(boolean stream) {
        return new Load.Room(stream, true, false, false, Constants.MAX_IN_FLIGHT, Constants.MIN_MESSAGE_BYTES,
                Constants.MAX_PREFLOOD_BYTES, true, stream);
    }

    /** Of an echoed stream. */
    public static Load.Room of(long inFlight, long messageBytes, long unreadBytes) {
        return new Load.Room(true, true, false, false, inFlight, messageBytes, unreadBytes, false, true);
    }
}
