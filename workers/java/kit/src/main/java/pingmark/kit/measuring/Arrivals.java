package pingmark.kit.measuring;

import java.nio.ByteBuffer;
import java.util.Arrays;
import pingmark.kit.protocol.Payload;

/**
 * Keeps answers that matched and wait for their verification, until what they caused to be sent is under way. One
 * receive call can bring many.
 */
final class Arrivals {
    /** In place of where an answer's body is: it is of the wrong length, or says what was not sent. */
    static final int UNREADABLE = -1;

    /** In place of the bytes of each body that are compared: as many as its frame says. */
    static final int AS_FRAMED = 0;

    private static final long UNCOUNTED = -1;

    private static final int MOST_ROOM_AT_FIRST = 1024;

    private int[] sequences;
    private int[] bodiesAt;
    private long[] roundTrips;
    private long[] lateness;
    private int count;
    /** One way: of messages that the server has, and whose content nobody sends back. */
    private long[] acknowledged;
    private int acknowledgedCount;

    /** @param inFlight on a connection: one receive call brings no more */
    Arrivals(long inFlight) {
        int room = (int) Math.min(inFlight, MOST_ROOM_AT_FIRST);
        sequences = new int[room];
        bodiesAt = new int[room];
        roundTrips = new long[room];
        lateness = new long[room];
        acknowledged = new long[1];
    }

    /**
     * @param roundTrip from the message's intended time
     * @param late from its intended time to its send
     */
    void add(int sequence, int bodyAt, boolean counted, long roundTrip, long late) {
        if (count == sequences.length) {
            grow();
        }
        sequences[count] = sequence;
        bodiesAt[count] = bodyAt;
        lateness[count] = late;
        roundTrips[count++] = counted ? roundTrip : UNCOUNTED;
    }

    void addAcknowledged(long roundTrip) {
        if (acknowledgedCount == acknowledged.length) {
            acknowledged = Arrays.copyOf(acknowledged, 2 * acknowledgedCount);
        }
        acknowledged[acknowledgedCount++] = roundTrip;
    }

    private void grow() {
        sequences = Arrays.copyOf(sequences, 2 * count);
        bodiesAt = Arrays.copyOf(bodiesAt, 2 * count);
        roundTrips = Arrays.copyOf(roundTrips, 2 * count);
        lateness = Arrays.copyOf(lateness, 2 * count);
    }

    /** Whether a body is what was sent with its sequence number. */
    static boolean isIntact(Payload payload, int sequence, ByteBuffer in, int bodyAt, int comparedBytes) {
        if (bodyAt == UNREADABLE) {
            return false;
        }
        int bytes = comparedBytes == AS_FRAMED ? in.getInt(bodyAt - Integer.BYTES) : comparedBytes;
        return payload.matches(sequence, in, bodyAt + Integer.BYTES, bytes - Integer.BYTES);
    }

    /** Verifies and records all of them, which came on this connection at this time. */
    void settle(Payload payload, ByteBuffer in, int comparedBytes, int connection, long now, Recording recording) {
        for (int at = 0; at < count; at++) {
            boolean intact = isIntact(payload, sequences[at], in, bodiesAt[at], comparedBytes);
            if (roundTrips[at] == UNCOUNTED) {
                continue;
            }
            if (!intact) {
                recording.counts.corrupt++;
            } else {
                recording.record(connection, roundTrips[at], lateness[at], now);
            }
        }
        count = 0;
        for (int at = 0; at < acknowledgedCount; at++) {
            recording.record(connection, acknowledged[at], 0, now);
        }
        acknowledgedCount = 0;
    }
}
