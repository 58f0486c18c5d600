package pingmark.kit.protocol;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.HexFormat;

/** Knows the hello that opens a connection: PMK1 and the run's token, answered by PMOK. */
public final class Token {
    public static final int BODY_BYTES = 20;
    /** With a number behind it: messages go one way, and of so many the last one asks for an acknowledgement. */
    public static final int ONE_WAY_BODY_BYTES = BODY_BYTES + Integer.BYTES;
    /** With two numbers behind it: how often a second a snapshot is to come, and of how many bytes. */
    public static final int TICK_BODY_BYTES = BODY_BYTES + 2 * Integer.BYTES;
    public static final int ANSWER_BYTES = 4;
    /** Both as the little-endian number that a buffer of ours reads. */
    static final int MAGIC = 'P' | 'M' << 8 | 'K' << 16 | '1' << 24;
    public static final int ANSWER = 'P' | 'M' << 8 | 'O' << 16 | 'K' << 24;

    private final byte[] token;

    private Token(byte[] token) {
        this.token = token;
    }

    /** Null for a plain echo, which knows no hello. */
    public static Token from(Request request, boolean plain) throws Unsupported {
        if (plain && request.has("token")) {
            throw new Unsupported("plain has no token");
        }
        if (plain) {
            return null;
        }
        String hex = request.text("token");
        if (!hex.matches("[0-9a-fA-F]{32}")) {
            throw new IllegalArgumentException("token must be 32 hex digits");
        }
        return new Token(HexFormat.of().parseHex(hex));
    }

    /** The body that a client begins with. */
    public static int helloBytes(ConnectPlan plan) {
        return plan.ticks() != null ? TICK_BODY_BYTES : plan.oneWay() ? ONE_WAY_BODY_BYTES : BODY_BYTES;
    }

    public void putHello(ByteBuffer out, ConnectPlan plan) {
        out.putInt(MAGIC).put(token);
        if (plan.oneWay()) {
            out.putInt(plan.acknowledgedPart());
        } else if (plan.ticks() != null) {
            out.putInt(plan.ticks().rateHz()).putInt(plan.ticks().snapshotBytes());
        }
    }

    /**
     * Whether the body at this place is a hello with this token. Compares in constant time: how long it takes must not
     * tell how much was right.
     */
    public boolean matches(ByteBuffer in, int at, int bodyBytes) {
        return bodyBytes == BODY_BYTES && begins(in, at);
    }

    /** Whether the body begins with a hello with this token. */
    public boolean begins(ByteBuffer in, int at) {
        if (in.getInt(at) != MAGIC) {
            return false;
        }
        byte[] theirs = new byte[token.length];
        in.get(at + Integer.BYTES, theirs);
        return MessageDigest.isEqual(token, theirs);
    }
}
