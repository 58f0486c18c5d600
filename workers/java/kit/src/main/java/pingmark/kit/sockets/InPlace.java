package pingmark.kit.sockets;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A link whose ends share memory: messages are composed and read in place, if they are contiguous there. Otherwise
 * {@link #receive} and {@link #send} copy them.
 */
public interface InPlace extends Link {
    /** Returns whether nothing has arrived; sometimes false nevertheless, as only a receive notices the peer's end. */
    boolean isQuiet();

    /**
     * Returns contiguous bytes that have arrived, in place and little-endian, from position to limit. They count as
     * received after {@link #take}. Each call returns the same buffer.
     */
    ByteBuffer arrived(int maxBytes) throws IOException;

    /** Receives bytes that {@link #arrived} has returned. */
    void take(int bytes);

    /**
     * Returns contiguous room for the next bytes to send, little-endian, from position to limit; null if there is less
     * than the minimum. Each call returns the same buffer.
     */
    ByteBuffer place(int minBytes) throws IOException;

    /** Sends bytes that were written to the place. */
    void sent(int bytes) throws IOException;
}
