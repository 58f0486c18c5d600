package pingmark.kit.measuring;

import java.io.IOException;
import java.nio.ByteBuffer;
import pingmark.kit.loads.Load;
import pingmark.kit.protocol.ConnectPlan;
import pingmark.kit.protocol.Constants;
import pingmark.kit.sockets.Output;

/** Messages as frames of a stream: a length and a body, or, without framing, bodies of a known length. */
class StreamConnection extends Connection {
    static final int RECEIVE_BYTES = 64 << 10;
    private static final int SEND_BYTES = 256 << 10;

    private static final int FIRST_PART_BYTES = Integer.BYTES;

    final int headerBytes;
    final int frameBytes;
    /** Messages in flight before their receiver must read. */
    private final long maxUnanswered;
    /** Bytes of the first message in the out-buffer that were sent before. */
    private int sentOfFirst;
    /** Bytes left of an answer of the wrong length. */
    private int skip;

    StreamConnection(Lane lane, Output output, int maxInFlightBytes) {
        super(lane, output, capacity(RECEIVE_BYTES, lane.plan()) + snapshotBytes(lane.plan()),
                capacity(SEND_BYTES, lane.plan()));
        frameBytes = (int) lane.plan().messageBytes();
        headerBytes = frameBytes - bodyBytes;
        maxUnanswered = maxInFlightBytes / frameBytes;
    }

    private static int snapshotBytes(ConnectPlan plan) {
        return plan.snapshots() == null ? 0 : 2 * plan.snapshots().snapshotBytes();
    }

    static int capacity(int maxBytes, ConnectPlan plan) {
        long message = plan.messageBytes();
        return (int) Math.max(message, Math.min(maxBytes, plan.inFlight() * message));
    }

    @Override
    int match(ByteBuffer data, long now) throws IOException {
        int end = data.limit();
        int at = dropSkipped(data.position(), end);
        while (end - at >= headerBytes + Constants.MIN_BODY_BYTES) {
            int body = bodyBytesAt(data, at);
            if (exchange.accepts(body) || sized() && body >= Constants.MIN_BODY_BYTES && body < bodyBytes) {
                if (end - at < headerBytes + body) {
                    break;
                }
                exchange.handle(this, data, at + headerBytes, body, now);
                at += headerBytes + body;
            } else {
                requirePossible(body);
                exchange.handleOther(this, data.getInt(at + headerBytes), body, now);
                skip = headerBytes + body;
                at = dropSkipped(at, end);
            }
        }
        return at;
    }

    /** Returns the length of the body of the frame at this index. */
    final int bodyBytesAt(ByteBuffer data, int at) {
        return headerBytes == 0 ? bodyBytes : data.getInt(at);
    }

    private static void requirePossible(int body) throws IOException {
        if (body < Constants.MIN_BODY_BYTES || body > Constants.MAX_BODY_BYTES) {
            throw new IOException("an answer has an impossible length of " + body + " bytes");
        }
    }

    private int dropSkipped(int at, int end) {
        int dropped = Math.min(skip, end - at);
        skip -= dropped;
        return at + dropped;
    }

    @Override
    void write(int sequence) throws IOException {
        int at = out.position();
        out.position(at + compose(sequence, out, at));
    }

    /** Writes a message at an index; the buffer's position stays as it is. Returns the message's size. */
    final int compose(int sequence, ByteBuffer to, int at) {
        unanswered++;
        int bytes = nextBodyBytes();
        if (headerBytes > 0) {
            to.putInt(at, bytes);
        }
        int body = at + headerBytes;
        to.putInt(body, sequence);
        lane.payload().put(sequence, to, body + Integer.BYTES, bytes - Integer.BYTES);
        return headerBytes + bytes;
    }

    @Override
    boolean hasRoom() {
        return out.remaining() >= frameBytes;
    }

    @Override
    boolean isCapped() {
        return unanswered >= maxUnanswered;
    }

    @Override
    void flush(Load.Sends sends) throws IOException {
        if (out.position() == 0) {
            return;
        }
        out.flip();
        if (sends == Load.Sends.TOGETHER) {
            output.send(out);
        } else {
            sendParts(sends);
        }
        if (out.hasRemaining()) {
            sentOfFirst = (sentOfFirst + out.position()) % frameBytes;
            out.compact();
        } else {
            sentOfFirst = 0;
            out.clear();
        }
    }

    private void sendParts(Load.Sends sends) throws IOException {
        int end = out.limit();
        for (int next = out.position(); out.position() == next && next < end;) {
            next += bytesOfNextCall(sends, (sentOfFirst + next) % frameBytes, end - next);
            output.send(out.limit(next));
        }
        out.limit(end);
    }

    /** Returns the bytes of the next call. Some bytes of the first message may have been sent before. */
    final int bytesOfNextCall(Load.Sends sends, int sentOfMessage, int left) {
        boolean sendsFirstPart = sends.splitsMessages() && sentOfMessage < FIRST_PART_BYTES;
        return sendsFirstPart ? FIRST_PART_BYTES - sentOfMessage
                              : Math.min(left, sends.maxMessages() * frameBytes - sentOfMessage);
    }

    @Override
    int maxMessagesPerCall(Load.Sends sends) {
        return sends.maxMessages();
    }

    @Override
    public boolean unsent() {
        return out.position() > 0;
    }
}
