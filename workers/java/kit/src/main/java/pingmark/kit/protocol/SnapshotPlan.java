package pingmark.kit.protocol;

import java.nio.ByteBuffer;

/**
 * How often a server sends a connection a snapshot, and how large: two numbers at the end of the hello.
 *
 * @param snapshotBytes the whole message
 */
public record SnapshotPlan(int rateHz, int snapshotBytes) {
    /** The tick's number and its time on the server's clock; a payload follows. */
    public static final int HEAD_BYTES = Integer.BYTES + Long.BYTES;

    private static final long SECOND_NS = 1_000_000_000;
    private static final int MAX_SNAPSHOT_BYTES = Integer.BYTES + Constants.MAX_BODY_BYTES;

    /** Returns null if the body is not a hello with this token that asks for snapshots. */
    public static SnapshotPlan ofHello(Token token, ByteBuffer in, int at, int bodyBytes) {
        if (bodyBytes != Token.SNAPSHOT_HELLO_BYTES || !token.begins(in, at)) {
            return null;
        }
        int numbers = at + Token.HELLO_BYTES;
        SnapshotPlan asked = new SnapshotPlan(in.getInt(numbers), in.getInt(numbers + Integer.BYTES));
        return asked.isPossible() ? asked : null;
    }

    /** Returns null if the request does not ask for snapshots. */
    static SnapshotPlan from(Request request) throws Unsupported {
        if (!request.has("snapshot_rate_hz") && !request.has("snapshot_bytes")) {
            return null;
        }
        long rate = request.integer("snapshot_rate_hz");
        long bytes = request.integer("snapshot_bytes");
        Unsupported.requireWithin("snapshot_rate_hz", rate, 1, Constants.MAX_SNAPSHOT_RATE_HZ);
        Unsupported.requireWithin("snapshot_bytes", bytes, Constants.MIN_SNAPSHOT_BYTES, MAX_SNAPSHOT_BYTES);
        return new SnapshotPlan((int) rate, (int) bytes);
    }

    /** @param stream whether a length precedes the body */
    public int bodyBytes(boolean stream) {
        return stream ? snapshotBytes - Integer.BYTES : snapshotBytes;
    }

    /** Returns how long a client waits for the next snapshot, so that one may be lost. */
    public long patienceNs() {
        return Math.min(Constants.SNAPSHOT_LEASE_NS, 2 * SECOND_NS / rateHz);
    }

    private boolean isPossible() {
        return rateHz > 0 && rateHz <= Constants.MAX_SNAPSHOT_RATE_HZ && snapshotBytes >= Constants.MIN_SNAPSHOT_BYTES
                && snapshotBytes <= MAX_SNAPSHOT_BYTES;
    }
}
