package pingmark.kit.measuring;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import pingmark.kit.protocol.Constants;
import pingmark.kit.sockets.Link;

/** A connection without a network: records sends, and receives what the test provides. */
class FakeLink implements Link {
    /** @param value the sequence number of a message, or the bytes of a call */
    record Recorded(long at, int value) {
    }

    final List<Recorded> sent = new ArrayList<>();
    final List<Recorded> calls = new ArrayList<>();
    final List<byte[]> messages = new ArrayList<>();
    /** Bytes that sends still accept. */
    int room = Integer.MAX_VALUE;

    private final FakeClock clock;
    private final boolean stream;
    final Queue<ByteBuffer> arriving = new ArrayDeque<>();
    private final ByteBuffer unread = ByteBuffer.allocate(1 << 20).order(ByteOrder.LITTLE_ENDIAN);

    FakeLink(FakeClock clock, boolean stream) {
        this.clock = clock;
        this.stream = stream;
    }

    /** Provides the bytes of one receive call. */
    void arrives(byte[] bytes) {
        arriving.add(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN));
    }

    @Override
    public int receive(ByteBuffer in) {
        ByteBuffer bytes = arriving.peek();
        if (bytes == null) {
            return 0;
        }
        int taken = Math.min(in.remaining(), bytes.remaining());
        in.put(bytes.slice(bytes.position(), taken));
        bytes.position(bytes.position() + taken);
        if (!stream || !bytes.hasRemaining()) {
            arriving.remove(); // a datagram that is too long is truncated
        }
        return taken;
    }

    @Override
    public void send(ByteBuffer out) {
        calls.add(new Recorded(clock.sinceStart(), out.remaining()));
        int taken = Math.min(room, out.remaining());
        room -= taken;
        for (int end = out.position() + taken; out.position() < end;) {
            unread.put(out.get());
        }
        unread.flip();
        int header = stream ? Integer.BYTES : 0;
        while (unread.remaining() >= header + Constants.MIN_BODY_BYTES) {
            int at = unread.position();
            int body = stream ? unread.getInt(at) : unread.remaining();
            if (unread.remaining() < header + body) {
                break;
            }
            sent.add(new Recorded(clock.sinceStart(), unread.getInt(at + header)));
            byte[] message = new byte[header + body];
            unread.get(message);
            messages.add(message);
        }
        unread.compact();
    }
}
