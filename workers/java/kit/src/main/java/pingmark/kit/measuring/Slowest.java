package pingmark.kit.measuring;

import java.io.IOException;
import pingmark.kit.protocol.Reply;

/** The slowest messages of a lane, in a heap with the fastest of them first: most messages cost one comparison. */
final class Slowest {
    private static final long EVERY = -1;
    private static final long NONE = Long.MAX_VALUE;

    private int[] connections = new int[0];
    private long[] roundTrips = new long[0];
    private long[] lateness = new long[0];
    private long[] received = new long[0];
    private int maxCount;
    private int size;
    /** Longer round trips are kept. */
    private long threshold = NONE;

    /** Allocates before a measurement, so that nothing is allocated in it. */
    void begin(int count) {
        if (count > connections.length) {
            connections = new int[count];
            roundTrips = new long[count];
            lateness = new long[count];
            received = new long[count];
        }
        maxCount = count;
        size = 0;
        threshold = count > 0 ? EVERY : NONE;
    }

    /**
     * @param roundTrip from the message's intended time
     * @param late from its intended time to its send
     * @param now when its answer came
     */
    void offer(int connection, long roundTrip, long late, long now) {
        if (roundTrip > threshold) {
            keep(connection, roundTrip, late, now);
        }
    }

    /** The first messages are only appended; when the array is full it becomes a heap. */
    private void keep(int connection, long roundTrip, long late, long now) {
        boolean hasRoom = size < maxCount;
        int at = hasRoom ? size++ : 0;
        connections[at] = connection;
        roundTrips[at] = roundTrip;
        lateness[at] = late;
        received[at] = now;
        if (size == maxCount) {
            for (int root = hasRoom ? size / 2 : 0; root >= 0; root--) {
                sink(root);
            }
            threshold = roundTrips[0];
        }
    }

    private void sink(int from) {
        int at = from;
        while (true) {
            int fastest = at;
            for (int child = 2 * at + 1; child <= 2 * at + 2 && child < size; child++) {
                if (roundTrips[child] < roundTrips[fastest]) {
                    fastest = child;
                }
            }
            if (fastest == at) {
                return;
            }
            swap(at, fastest);
            at = fastest;
        }
    }

    private void swap(int one, int other) {
        int connection = connections[one];
        connections[one] = connections[other];
        connections[other] = connection;
        swap(roundTrips, one, other);
        swap(lateness, one, other);
        swap(received, one, other);
    }

    private static void swap(long[] values, int one, int other) {
        long value = values[one];
        values[one] = values[other];
        values[other] = value;
    }

    /** Adds the messages of another lane. */
    void add(Slowest lane) {
        for (int at = 0; at < lane.size; at++) {
            offer(lane.connections[at], lane.roundTrips[at], lane.lateness[at], lane.received[at]);
        }
    }

    Reply write(Reply reply) throws IOException {
        if (maxCount == 0) {
            return reply;
        }
        long[][] columns = new long[4][size];
        for (int at = 0; at < size; at++) {
            long intended = received[at] - roundTrips[at];
            columns[0][at] = connections[at];
            columns[1][at] = intended;
            columns[2][at] = intended + lateness[at];
            columns[3][at] = received[at];
        }
        return reply.put("slowest_connections", columns[0])
                .put("slowest_intended_ns", columns[1])
                .put("slowest_sent_ns", columns[2])
                .put("slowest_received_ns", columns[3]);
    }
}
