package pingmark.kit.protocol;

import java.nio.ByteBuffer;

/**
 * Says how often a connection is sent a snapshot, and of how many bytes: two numbers at the end of its hello.
 *
 * @param snapshotBytes the whole message
 */
public record TickPlan(int rateHz, int snapshotBytes) {
    /** The number of the tick, and its time by the server's clock; a payload follows. */
    public static final int HEAD_BYTES = Integer.BYTES + Long.BYTES;
    private static final long SECOND_NS = 1_000_000_000;
    private static final int MAX_SNAPSHOT_BYTES = Integer.BYTES + Constants.MAX_BODY_BYTES;

    /** Null when it is no such hello. */
    public static TickPlan ofHello(Token token, ByteBuffer in, int at, int bodyBytes) {
        if (bodyBytes != Token.TICK_BODY_BYTES || !token.begins(in, at)) {
            return null;
        }
        int numbers = at + Token.BODY_BYTES;
        TickPlan asked = new TickPlan(in.getInt(numbers), in.getInt(numbers + Integer.BYTES));
        return asked.possible() ? asked : null;
    }

    /** Null when nothing is to come unasked. */
    static TickPlan from(Request request) throws Unsupported {
        if (!request.has("snapshot_rate_hz") && !request.has("snapshot_bytes")) {
            return null;
        }
        long rate = request.integer("snapshot_rate_hz");
        long bytes = request.integer("snapshot_bytes");
        Unsupported.unless("snapshot_rate_hz", rate, 1, Constants.MAX_SNAPSHOT_RATE_HZ);
        Unsupported.unless("snapshot_bytes", bytes, Constants.MIN_SNAPSHOT_BYTES, MAX_SNAPSHOT_BYTES);
        return new TickPlan((int) rate, (int) bytes);
    }

    /** @param stream with a length before the body */
    public int bodyBytes(boolean stream) {
        return stream ? snapshotBytes - Integer.BYTES : snapshotBytes;
    }

    /** In which the next one has come, even if one is lost. */
    public long patienceNs() {
        return Math.min(Constants.SNAPSHOT_LEASE_NS, 2 * SECOND_NS / rateHz);
    }

    private boolean possible() {
        return rateHz > 0 && rateHz <= Constants.MAX_SNAPSHOT_RATE_HZ && snapshotBytes >= Constants.MIN_SNAPSHOT_BYTES
                && snapshotBytes <= MAX_SNAPSHOT_BYTES;
    }
}
