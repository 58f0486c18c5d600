package pingmark.kit;

import java.io.IOException;
import java.nio.ByteBuffer;

/** One connection as a stack does its input and output. */
public interface Link {
    /**
     * Receives once, behind what the buffer holds. Returns the bytes received, 0 when nothing came (at once, or before the stack's
     * own timeout), below 0 at the end of the stream.
     */
    int receive(ByteBuffer in) throws IOException;

    /** Sends what can be sent now; what remains in the buffer is offered again. A datagram goes whole or is dropped. */
    void send(ByteBuffer out) throws IOException;

    /** The kind of memory that this I/O needs no copy for. */
    default ByteBuffer buffer(int capacity) {
        return ByteBuffer.allocateDirect(capacity);
    }
}
