package pingmark.kit.serving;

import java.nio.ByteBuffer;
import pingmark.kit.protocol.Constants;
import pingmark.kit.protocol.Token;

/** Counts the messages of a one-way connection. The last one of each part of the window asks for an acknowledgement. */
public final class OneWay {
    /** The sequence number of the message that asked for it, and the count of messages that have arrived by then. */
    public static final int ACKNOWLEDGEMENT_BYTES = Integer.BYTES + Long.BYTES;

    private final int part;
    private long arrived;

    private OneWay(int part) {
        this.part = part;
    }

    /** Returns null if the body is not a hello with this token that asks for one way. */
    static OneWay ofHello(Token token, ByteBuffer in, int at, int bodyBytes) {
        if (bodyBytes != Token.ONE_WAY_HELLO_BYTES || !token.begins(in, at)) {
            return null;
        }
        int part = in.getInt(at + Token.HELLO_BYTES);
        return part > 0 && part <= Constants.MAX_IN_FLIGHT && Integer.bitCount(part) == 1 ? new OneWay(part) : null;
    }

    /** Counts a message. Returns whether it asks for an acknowledgement. */
    boolean count(int sequence) {
        arrived++;
        return (sequence + 1 & part - 1) == 0;
    }

    long arrived() {
        return arrived;
    }

    boolean hasSamePart(OneWay other) {
        return other != null && other.part == part;
    }
}
