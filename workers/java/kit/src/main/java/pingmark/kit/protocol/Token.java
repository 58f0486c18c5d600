package pingmark.kit.protocol;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.HexFormat;

/** The hello that opens a connection: PMK1 and the run's token, answered by PMOK. */
public final class Token {
    public static final int HELLO_BYTES = 20;
    /** With a number: after how many messages that go one way the server acknowledges. */
    public static final int ONE_WAY_HELLO_BYTES = HELLO_BYTES + Integer.BYTES;
    /** With two numbers: the rate and size of snapshots. */
    public static final int SNAPSHOT_HELLO_BYTES = HELLO_BYTES + 2 * Integer.BYTES;
    public static final int ANSWER_BYTES = 4;
    /** PMK1 and PMOK as little-endian numbers. */
    static final int MAGIC = 'P' | 'M' << 8 | 'K' << 16 | '1' << 24;
    public static final int ANSWER = 'P' | 'M' << 8 | 'O' << 16 | 'K' << 24;

    private final byte[] token;

    private Token(byte[] token) {
        this.token = token;
    }

    /** Returns null for a plain echo, which has no hello. */
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

    public static int helloBytes(ConnectPlan plan) {
        return plan.snapshots() != null ? SNAPSHOT_HELLO_BYTES : plan.oneWay() ? ONE_WAY_HELLO_BYTES : HELLO_BYTES;
    }

    public void putHello(ByteBuffer out, ConnectPlan plan) {
        out.putInt(MAGIC).put(token);
        if (plan.oneWay()) {
            out.putInt(plan.acknowledgedPart());
        } else if (plan.snapshots() != null) {
            out.putInt(plan.snapshots().rateHz()).putInt(plan.snapshots().snapshotBytes());
        }
    }

    /** Returns whether the body is a hello with this token that asks for echoes. */
    public boolean matches(ByteBuffer in, int at, int bodyBytes) {
        return bodyBytes == HELLO_BYTES && begins(in, at);
    }

    /**
     * Returns whether the body begins with this hello. Takes constant time, so that it reveals no part of the token.
     */
    public boolean begins(ByteBuffer in, int at) {
        if (in.getInt(at) != MAGIC) {
            return false;
        }
        byte[] theirs = new byte[token.length];
        in.get(at + Integer.BYTES, theirs);
        return MessageDigest.isEqual(token, theirs);
    }
}
