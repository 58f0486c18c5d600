package pingmark.kit.measuring;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import pingmark.kit.sockets.InPlace;

/** A connection in shared memory: a ring for each direction. */
final class FakeInPlaceLink extends FakeLink implements InPlace {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    /** Bytes that were composed and taken in place. */
    int composedInPlace;
    int takenInPlace;

    private final int ringBytes;
    private final ByteBuffer out;
    private int readAt;
    private int writeAt;

    FakeInPlaceLink(FakeClock clock, int ringBytes) {
        super(clock, true);
        this.ringBytes = ringBytes;
        out = ByteBuffer.allocate(ringBytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public boolean isQuiet() {
        return arriving.isEmpty();
    }

    @Override
    public ByteBuffer arrived(int maxBytes) {
        ByteBuffer bytes = arriving.peek();
        if (bytes == null) {
            return NOTHING;
        }
        int inOnePiece = Math.min(bytes.remaining(), Math.min(maxBytes, ringBytes - readAt));
        return bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN).limit(bytes.position() + inOnePiece);
    }

    @Override
    public void take(int bytes) {
        takenInPlace += bytes;
        readAt = (readAt + bytes) % ringBytes;
        ByteBuffer from = arriving.element();
        if (!from.position(from.position() + bytes).hasRemaining()) {
            arriving.remove();
        }
    }

    @Override
    public int receive(ByteBuffer in) {
        int bytes = super.receive(in);
        readAt = (readAt + bytes) % ringBytes;
        return bytes;
    }

    @Override
    public ByteBuffer place(int minBytes) {
        int inOnePiece = Math.min(room, ringBytes - writeAt);
        return inOnePiece < minBytes ? null : out.limit(writeAt + inOnePiece).position(writeAt);
    }

    @Override
    public void sent(int bytes) {
        composedInPlace += bytes;
        send(out.duplicate().order(ByteOrder.LITTLE_ENDIAN).limit(writeAt + bytes).position(writeAt));
    }

    @Override
    public void send(ByteBuffer from) {
        int before = from.position();
        super.send(from);
        writeAt = (writeAt + from.position() - before) % ringBytes;
    }
}
