package pingmark.kit.measuring;

import java.io.IOException;
import java.nio.ByteBuffer;
import pingmark.kit.loads.Load;
import pingmark.kit.protocol.ConnectPlan;
import pingmark.kit.protocol.Constants;
import pingmark.kit.serving.OneWay;
import pingmark.kit.sockets.Output;

/**
 * Sends and receives messages as frames of a stream: a length and a body, or, without framing, bodies of a known
 * length.
 */
class StreamConnection extends Connection {
    static final int RECEIVE_BYTES = 64 << 10;
    private static final int SEND_BYTES = 256 << 10;

    private static final int FIRST_PART_BYTES = Integer.BYTES;

    final int headerBytes;
    final int frameBytes;
    /** So much may be under way before its receiver must read. */
    private final long mostUnanswered;
    /** Of the first message in the out-buffer, so much went before. */
    private int taken;
    /** What is left of an answer of the wrong length. */
    private int skip;

    StreamConnection(Lane lane, Output output, int mostUnderWay) {
        super(lane, output, capacity(RECEIVE_BYTES, lane.plan()) + snapshots(lane.plan()),
                capacity(SEND_BYTES, lane.plan()));
        frameBytes = (int) lane.plan().messageBytes();
        headerBytes = frameBytes - bodyBytes;
        mostUnanswered = mostUnderWay / frameBytes;
    }

    /** Room for what comes unasked between the answers. */
    private static int snapshots(ConnectPlan plan) {
        return plan.ticks() == null ? 0 : 2 * plan.ticks().snapshotBytes();
    }

    static int capacity(int most, ConnectPlan plan) {
        long message = plan.messageBytes();
        return (int) Math.max(message, Math.min(most, plan.inFlight() * message));
    }

    @Override
    int match(ByteBuffer data, long now) throws IOException {
        int end = data.limit();
        int at = dropSkipped(data.position(), end);
        while (end - at >= headerBytes + Constants.MIN_BODY_BYTES) {
            int body = bodyBytesAt(data, at);
            if (exchange.takes(body) || sized() && body >= Constants.MIN_BODY_BYTES && body < bodyBytes) {
                if (end - at < headerBytes + body) {
                    break;
                }
                exchange.take(this, data, at + headerBytes, body, now);
                at += headerBytes + body;
            } else {
                requirePossible(body);
                exchange.takeOther(this, data.getInt(at + headerBytes), body, now);
                skip = headerBytes + body;
                at = dropSkipped(at, end);
            }
        }
        return at;
    }

    /** Returns the length of the body that begins here, behind its header. */
    final int bodyBytesAt(ByteBuffer data, int at) {
        return headerBytes == 0 ? bodyBytes : data.getInt(at);
    }

    private static void requirePossible(int body) throws IOException {
        if (body < Constants.MIN_BODY_BYTES || body > Constants.MAX_BODY_BYTES) {
            throw new IOException("answer with a frame of " + body + " bytes");
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

    /** Writes a message at a place of a buffer, whose position stays as it is. Returns how many bytes it has. */
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
        return unanswered >= mostUnanswered;
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
            taken = (taken + out.position()) % frameBytes;
            out.compact();
        } else {
            taken = 0;
            out.clear();
        }
    }

    /** A call for so many messages, or for each part of one. */
    private void sendParts(Load.Sends sends) throws IOException {
        int end = out.limit();
        for (int next = out.position(); out.position() == next && next < end;) {
            next += ofNextCall(sends, (taken + next) % frameBytes, end - next);
            output.send(out.limit(next));
        }
        out.limit(end);
    }

    /** Returns how much of what is left goes by one call, of whose first message so much has gone before. */
    final int ofNextCall(Load.Sends sends, int inside, int left) {
        boolean first = sends.cut() && inside < FIRST_PART_BYTES;
        return first ? FIRST_PART_BYTES - inside : Math.min(left, sends.messages() * frameBytes - inside);
    }

    @Override
    int ofACall(Load.Sends sends) {
        return sends.messages();
    }

    @Override
    public boolean unsent() {
        return out.position() > 0;
    }
}
