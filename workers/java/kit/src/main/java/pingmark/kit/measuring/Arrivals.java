package pingmark.kit.measuring;

import java.nio.ByteBuffer;
import java.util.Arrays;
import pingmark.kit.protocol.Payload;

/** Matched answers of one receive call, kept for verification until the next messages have been sent. */
final class Arrivals {
    /** In place of a body's index: the body has the wrong length or content. */
    static final int UNREADABLE = -1;

    /** In place of the number of bytes to compare: the length in the body's frame. */
    static final int AS_FRAMED = 0;

    private static final long UNCOUNTED = -1;

    private static final int MAX_INITIAL_ROOM = 1024;

    private int[] sequences;
    private int[] bodiesAt;
    private long[] roundTrips;
    private long[] lateness;
    private int count;
    /** One way: round trips of acknowledged messages, which have no content to verify. */
    private long[] acknowledged;
    private int acknowledgedCount;

    /** @param inFlight on a connection, the limit of answers of one receive call */
    Arrivals(long inFlight) {
        int room = (int) Math.min(inFlight, MAX_INITIAL_ROOM);
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

    /** Returns whether a body is the one that was sent with its sequence number. */
    static boolean isIntact(Payload payload, int sequence, ByteBuffer in, int bodyAt, int comparedBytes) {
        if (bodyAt == UNREADABLE) {
            return false;
        }
        int bytes = comparedBytes == AS_FRAMED ? in.getInt(bodyAt - Integer.BYTES) : comparedBytes;
        return payload.matches(sequence, in, bodyAt + Integer.BYTES, bytes - Integer.BYTES);
    }

    /** Verifies and records all answers, which came on one connection at one time. */
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
