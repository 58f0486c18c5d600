package pingmark.netty;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Netty's buffers as the kit looks at them. */
final class Buffers {
    private Buffers() {
    }

    /**
     * What can be read, in place. The view is the buffer's own and is made once for it; its positions are not the
     * buffer's indices.
     */
    static ByteBuffer view(ByteBuf buffer) {
        return buffer.internalNioBuffer(buffer.readerIndex(), buffer.readableBytes()).order(ByteOrder.LITTLE_ENDIAN);
    }
}
