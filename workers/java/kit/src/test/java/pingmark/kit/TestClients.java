package pingmark.kit;

import pingmark.kit.loads.Load;
import pingmark.kit.protocol.Constants;

/** Clients that tests ask for loads. */
public final class TestClients {
    /** An echoed stream, whose client wakes when a message is due. */
    public static final Load.ClientTraits STREAM = of(true, false, Constants.MIN_MESSAGE_BYTES, false);

    private TestClients() {
    }

    public static Load.ClientTraits of(boolean stream, boolean oneWay, long messageBytes, boolean snapshots) {
        return new Load.ClientTraits(stream, true, oneWay, false, Constants.MAX_IN_FLIGHT, messageBytes,
                Constants.MAX_PREFLOOD_BYTES, snapshots, stream);
    }
}
