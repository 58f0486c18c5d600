package pingmark.kit.serving;

import java.nio.ByteBuffer;
import pingmark.kit.protocol.Constants;
import pingmark.kit.protocol.Token;

/**
 * Keeps what a server knows of a connection whose messages go one way: they are counted, and the last one of a part of
 * the window is acknowledged.
 */
public final class OneWay {
    /** The sequence number of the message that asked for it, and how many have arrived up to it. */
    public static final int ACKNOWLEDGEMENT_BYTES = Integer.BYTES + Long.BYTES;

    private final int part;
    private long arrived;

    private OneWay(int part) {
        this.part = part;
    }

    /** Of a hello that ends with how many messages are a part; null when it is no such hello. */
    static OneWay ofHello(Token token, ByteBuffer in, int at, int bodyBytes) {
        if (bodyBytes != Token.ONE_WAY_BODY_BYTES || !token.begins(in, at)) {
            return null;
        }
        int part = in.getInt(at + Token.BODY_BYTES);
        return part > 0 && part <= Constants.MAX_IN_FLIGHT && Integer.bitCount(part) == 1 ? new OneWay(part) : null;
    }

    /** Counts a message. True: it asks for an acknowledgement. */
    boolean arrived(int sequence) {
        arrived++;
        return (sequence + 1 & part - 1) == 0;
    }

    long arrived() {
        return arrived;
    }

    /** Whether the other one's hello asked for the same. */
    boolean sameAs(OneWay other) {
        return other != null && other.part == part;
    }
}
