package pingmark.kit.sockets;

import java.io.IOException;
import java.nio.ByteBuffer;

/** The input and output of one connection. */
public interface Link extends Output {
    /**
     * Receives once, at the buffer's position. Returns the bytes received, 0 if nothing came (at once, or within the
     * stack's timeout), and a negative number at the end of a stream.
     */
    int receive(ByteBuffer in) throws IOException;
}
