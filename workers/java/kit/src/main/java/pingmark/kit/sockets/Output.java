package pingmark.kit.sockets;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Is the sending side of one connection, and all that a connection needs where a library hands over what arrives. */
public interface Output {
    /** Sends what can be sent now; what remains in the buffer is offered again. A datagram goes whole or is dropped. */
    void send(ByteBuffer out) throws IOException;

    /** The kind of memory that this I/O needs no copy for. */
    default ByteBuffer buffer(int capacity) {
        return ByteBuffer.allocateDirect(capacity);
    }
}
