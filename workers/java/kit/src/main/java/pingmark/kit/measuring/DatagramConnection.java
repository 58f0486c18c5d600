package pingmark.kit.measuring;

import java.io.IOException;
import java.nio.ByteBuffer;
import pingmark.kit.loads.Load;
import pingmark.kit.protocol.ConnectPlan;
import pingmark.kit.protocol.Constants;
import pingmark.kit.protocol.Token;
import pingmark.kit.sockets.Failures;
import pingmark.kit.sockets.Output;

/** Messages as datagrams. */
final class DatagramConnection extends Connection {
    private static final int RECEIVE_BYTES = 64 << 10;

    DatagramConnection(Lane lane, Output output) {
        // One byte more than expected, so that a longer answer is noticed.
        super(lane, output, (int) Math.min(RECEIVE_BYTES, longest(lane.plan()) + 1), (int) lane.plan().messageBytes());
    }

    private static long longest(ConnectPlan plan) {
        return Math.max(plan.messageBytes(), plan.snapshots() == null ? 0 : plan.snapshots().snapshotBytes());
    }

    @Override
    int match(ByteBuffer data, long now) throws IOException {
        int at = data.position();
        int bytes = data.remaining();
        if (exchange.accepts(bytes)) {
            exchange.handle(this, data, at, bytes, now);
        } else if (bytes < Constants.MIN_BODY_BYTES) {
            lane.unexpected(Slots.NEVER_SENT);
        } else if (bytes != Token.ANSWER_BYTES || data.getInt(at) != Token.ANSWER) { // an answer to a repeated hello
            exchange.handleOther(this, data.getInt(at), bytes, now);
        }
        return data.limit();
    }

    @Override
    void write(int sequence) throws IOException {
        out.putInt(sequence);
        lane.payload().put(sequence, out, bodyBytes - Integer.BYTES);
        out.flip();
        try {
            output.send(out);
        } catch (IOException e) {
            Failures.throwUnlessLost(e);
        }
        out.clear();
    }

    @Override
    boolean hasRoom() {
        return true;
    }

    @Override
    boolean isCapped() {
        return false;
    }

    @Override
    void flush(Load.Sends sends) {
        // each datagram was sent when it was written
    }

    @Override
    int maxMessagesPerCall(Load.Sends sends) {
        return 1;
    }

    @Override
    public boolean unsent() {
        return false;
    }
}
