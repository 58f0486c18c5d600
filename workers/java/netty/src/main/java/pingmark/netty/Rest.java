package pingmark.netty;

import io.netty.buffer.ByteBuf;

/** The incomplete frame that one read left, until the next one brings more. */
final class Rest {
    private ByteBuf rest;

    /** What was left and what has come now, in one buffer. */
    ByteBuf join(ByteBuf arrived) {
        if (rest == null) {
            return arrived;
        }
        ByteBuf joined = rest.discardReadBytes().writeBytes(arrived);
        arrived.release();
        rest = null;
        return joined;
    }

    /** Keeps a buffer that is of no further use to its owner. */
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
