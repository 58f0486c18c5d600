package pingmark.kit.sockets;

import java.io.IOException;
import java.nio.ByteBuffer;

/** The sending side of one connection: all that it needs if a library hands over what arrives. */
public interface Output {
    /** Sends what is possible now; the rest of a stream is offered again. A datagram is sent whole or dropped. */
    void send(ByteBuffer out) throws IOException;

    /** Returns a buffer of the kind that this I/O need not copy. */
    default ByteBuffer buffer(int capacity) {
        return ByteBuffer.allocateDirect(capacity);
    }
}
