package pingmark.kit.protocol;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Makes the contents of messages: a window of a fixed block, at a place that follows from the sequence number, so that
 * one comparison verifies a message.
 */
public final class Payload {
    private static final long SEED = 0x50494E474D41524BL;

    private final ByteBuffer block;

    public Payload(String kind) throws Unsupported {
        block = ByteBuffer.allocateDirect(Constants.PAYLOAD_BLOCK_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        SplitMix random = new SplitMix(SEED);
        while (block.hasRemaining()) {
            block.putLong(switch (kind) {
                case "zeros" -> 0L;
                case "ones" -> -1L;
                case "random" -> random.next();
                default -> throw new Unsupported("payload " + kind + ": zeros, ones or random");
            });
        }
        block.clear();
    }

    /** The contents of snapshots. */
    public static Payload random() {
        try {
            return new Payload("random");
        } catch (Unsupported e) {
            throw new IllegalStateException(e);
        }
    }

    private Payload(ByteBuffer block) {
        this.block = block;
    }

    /** The same memory for another lane: a comparison moves the position, so every lane has its own. */
    public Payload share() {
        return new Payload(block.duplicate());
    }

    public void put(int sequence, ByteBuffer out, int bytes) {
        int at = out.position();
        put(sequence, out, at, bytes);
        out.position(at + bytes);
    }

    /** Writes them at a place; the position stays as it is. */
    public void put(int sequence, ByteBuffer out, int at, int bytes) {
        out.put(at, block, offset(sequence), bytes);
    }

    /** Compares what was received at a place; the receiver's position and limit stay as they are. */
    public boolean matches(int sequence, ByteBuffer in, int at, int bytes) {
        int position = in.position();
        int limit = in.limit();
        in.limit(at + bytes).position(at);
        int offset = offset(sequence);
        block.limit(offset + bytes).position(offset);
        boolean same = block.mismatch(in) < 0;
        block.clear();
        in.limit(limit).position(position);
        return same;
    }

    private static int offset(int sequence) {
        return (int) (sequence * 2_654_435_761L) >>> 20;
    }
}
