package pingmark.kit.protocol;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.Supplier;

/**
 * Makes the contents of messages: a part of a fixed block, whose offset follows from the sequence number, so that one
 * comparison verifies a message. Or a library makes each of them.
 */
public final class Payload {
    private static final long SEED = 0x50494E474D41524BL;

    /** The kinds that are cut from a block. */
    public static final List<String> BLOCKS = List.of("zeros", "ones", "random");

    /** Makes and verifies the contents of each message, without a block. It belongs to one lane. */
    public interface Content {
        void put(int sequence, ByteBuffer out, int bytes);

        /** Returns whether the received bytes parse to what was sent. */
        boolean matches(int sequence, ByteBuffer in, int at, int bytes);
    }

    private final ByteBuffer block;
    /** Null: contents are parts of the block. */
    private final Supplier<Content> contents;
    private final Content content;

    public Payload(String kind) throws Unsupported {
        contents = null;
        content = null;
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

    /** Contents that a library makes; the block is unused. */
    public Payload(Supplier<Content> contents) {
        this(ByteBuffer.allocateDirect(Constants.PAYLOAD_BLOCK_BYTES), contents);
    }

    private Payload(ByteBuffer block, Supplier<Content> contents) {
        this.block = block;
        this.contents = contents;
        content = contents == null ? null : contents.get();
    }

    /** Returns a view of the same block for another lane: comparisons move its position. */
    public Payload share() {
        return new Payload(block.duplicate(), contents);
    }

    public void put(int sequence, ByteBuffer out, int bytes) {
        int at = out.position();
        put(sequence, out, at, bytes);
        out.position(at + bytes);
    }

    /** Writes at an index; the position stays as it is. */
    public void put(int sequence, ByteBuffer out, int at, int bytes) {
        if (content != null) {
            int position = out.position();
            content.put(sequence, out.position(at), bytes);
            out.position(position);
            return;
        }
        out.put(at, block, offset(sequence), bytes);
    }

    /** Returns null if contents are parts of the block. */
    public Content content() {
        return content;
    }

    /** Compares received bytes with the block; the position and limit of the buffer stay as they are. */
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
