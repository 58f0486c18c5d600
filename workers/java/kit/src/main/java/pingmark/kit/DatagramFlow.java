package pingmark.kit;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Messages as datagrams. */
final class DatagramFlow extends Flow {
    private static final int RECEIVE_BYTES = 64 << 10;

    private final int bodyBytes;

    DatagramFlow(Lane lane, Output output) {
        // One byte more than expected, so that a longer answer shows.
        super(lane, output, (int) Math.min(RECEIVE_BYTES, lane.plan().messageBytes() + 1),
                (int) lane.plan().messageBytes());
        bodyBytes = (int) lane.plan().messageBytes();
    }

    @Override
    void arrived(ByteBuffer in) throws IOException {
        long now = System.nanoTime();
        int at = in.position();
        int bytes = in.remaining();
        if (bytes < Integer.BYTES) {
            lane.corrupt();
        } else if (bytes != Token.ANSWER_BYTES
                || in.getInt(at) != Token.ANSWER) { // the answer to a repeated hello may still come
            answer(in.getInt(at), bytes == bodyBytes ? at : Lane.WRONG_LENGTH, now);
        }
        lane.settle(in, bodyBytes);
        in.position(in.limit());
        lane.advance(now);
    }

    @Override
    void write(int sequence) throws IOException {
        out.putInt(sequence);
        lane.payload().put(sequence, out, bodyBytes - Integer.BYTES);
        out.flip();
        try {
            output.send(out);
        } catch (IOException e) {
            LostSend.orThrow(e);
        }
        out.clear();
    }

    @Override
    boolean room() {
        return true;
    }

    @Override
    boolean capped() {
        return false;
    }

    @Override
    void flush() {
        // each datagram went out when it was written
    }

    @Override
    public boolean unsent() {
        return false;
    }
}
