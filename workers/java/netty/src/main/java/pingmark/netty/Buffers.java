package pingmark.netty;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Gives the kit access to Netty's buffers without a copy. */
final class Buffers {
    private Buffers() {
    }

    /** Returns the readable bytes in place, as the buffer's own cached view. Its positions are not Netty's indices. */
    static ByteBuffer view(ByteBuf buffer) {
        return buffer.internalNioBuffer(buffer.readerIndex(), buffer.readableBytes()).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Keeps the incomplete frame at the end of one read until the next read. */
    static final class Rest {
        private ByteBuf rest;

        /** Returns the rest and what has arrived now in one buffer. */
        ByteBuf join(ByteBuf arrived) {
            if (rest == null) {
                return arrived;
            }
            ByteBuf joined = rest.discardReadBytes().writeBytes(arrived);
            arrived.release();
            rest = null;
            return joined;
        }

        /** Takes over a buffer: keeps what is unread in it, or releases it. */
        void keep(ByteBuf buffer) {
            if (buffer.isReadable()) {
                rest = buffer;
            } else {
                buffer.release();
            }
        }

        void release() {
            if (rest != null) {
                rest.release();
                rest = null;
            }
        }
    }
}
