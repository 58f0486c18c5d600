package pingmark.kit.sockets;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Does a stack's input and output of one connection. */
public interface Link extends Output {
    /**
     * Receives once, behind what the buffer holds. Returns the bytes received, 0 when nothing came (at once, or before
     * the stack's own timeout), below 0 at the end of a stream, or, as the JDK does, for an empty datagram.
     */
    int receive(ByteBuffer in) throws IOException;
}
