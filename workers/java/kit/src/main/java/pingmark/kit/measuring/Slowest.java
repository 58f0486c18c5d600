package pingmark.kit.measuring;

import java.io.IOException;
import java.util.Arrays;
import pingmark.kit.protocol.Reply;

/** The slowest messages of a lane, in a heap with the fastest of them first: most messages cost one comparison. */
final class Slowest {
    private static final long EVERY = -1;
    private static final long NONE = Long.MAX_VALUE;

    private static final int ROUND_TRIP = 0;
    private static final int LATENESS = 1;
    private static final int RECEIVED = 2;
    private static final int CONNECTION = 3;
    private static final int COLUMNS = 4;

    private long[][] columns = new long[COLUMNS][0];
    private int maxCount;
    private int size;
    /** Longer round trips are kept. */
    private long threshold = NONE;

    /** Allocates before a measurement, so that nothing is allocated in it. */
    void begin(int count) {
        if (count > columns[0].length) {
            columns = new long[COLUMNS][count];
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
        columns[ROUND_TRIP][at] = roundTrip;
        columns[LATENESS][at] = late;
        columns[RECEIVED][at] = now;
        columns[CONNECTION][at] = connection;
        if (size == maxCount) {
            for (int root = hasRoom ? size / 2 : 0; root >= 0; root--) {
                sink(root);
            }
            threshold = columns[ROUND_TRIP][0];
        }
    }

    private void sink(int from) {
        long[] roundTrips = columns[ROUND_TRIP];
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
            for (long[] column : columns) {
                long value = column[at];
                column[at] = column[fastest];
                column[fastest] = value;
            }
            at = fastest;
        }
    }

    /** Adds the messages of another lane. */
    void add(Slowest lane) {
        for (int at = 0; at < lane.size; at++) {
            offer((int) lane.columns[CONNECTION][at], lane.columns[ROUND_TRIP][at], lane.columns[LATENESS][at],
                    lane.columns[RECEIVED][at]);
        }
    }

    Reply write(Reply reply) throws IOException {
        if (maxCount == 0) {
            return reply;
        }
        long[] intended = new long[size];
        long[] sent = new long[size];
        for (int at = 0; at < size; at++) {
            intended[at] = columns[RECEIVED][at] - columns[ROUND_TRIP][at];
            sent[at] = intended[at] + columns[LATENESS][at];
        }
        return reply.put("slowest_connections", Arrays.copyOf(columns[CONNECTION], size))
                .put("slowest_intended_ns", intended)
                .put("slowest_sent_ns", sent)
                .put("slowest_received_ns", Arrays.copyOf(columns[RECEIVED], size));
    }
}
