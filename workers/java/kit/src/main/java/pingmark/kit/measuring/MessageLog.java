package pingmark.kit.measuring;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import pingmark.kit.protocol.Constants;
import pingmark.kit.protocol.Reply;

/**
 * Keeps when a lane's counted messages were sent, and answered or lost, of as many as there was room for: nothing is
 * allocated while it measures.
 */
final class MessageLog {
    /** In place of when a lost message was answered. */
    static final long NEVER = 0;

    private final int[] connections;
    private final long[] sent;
    private final long[] received;
    private int size;
    private long missed;

    MessageLog(int room) {
        connections = new int[room];
        sent = new long[room];
        received = new long[room];
    }

    void add(int connection, long sentAt, long receivedAt) {
        if (size == connections.length) {
            missed++;
            return;
        }
        connections[size] = connection;
        sent[size] = sentAt;
        received[size++] = receivedAt;
    }

    /** A part of what the lanes of the last run logged, lane after lane. */
    static Reply write(Reply reply, List<Lane> lanes, long from) throws IOException {
        List<MessageLog> logs = new ArrayList<>();
        long logged = 0;
        long notLogged = 0;
        for (Lane lane : lanes) {
            if (lane.log() != null) {
                logs.add(lane.log());
                logged += lane.log().size;
                notLogged += lane.log().missed;
            }
        }
        int count = (int) Math.max(0, Math.min(Constants.LOGGED_MESSAGES_OF_A_REPLY, logged - from));
        long[][] columns = new long[3][count];
        long before = from;
        int at = 0;
        for (MessageLog log : logs) {
            for (long next = before; next < log.size && at < count; next++, at++) {
                columns[0][at] = log.connections[(int) next];
                columns[1][at] = log.sent[(int) next];
                columns[2][at] = log.received[(int) next];
            }
            before = Math.max(0, before - log.size);
        }
        return reply.put("logged", logged)
                .put("not_logged", notLogged)
                .put("connections", columns[0])
                .put("sent_ns", columns[1])
                .put("received_ns", columns[2]);
    }
}
