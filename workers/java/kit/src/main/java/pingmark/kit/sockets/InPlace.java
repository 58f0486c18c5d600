package pingmark.kit.sockets;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Is a link whose two ends share memory: what has arrived can be used where it lies, and what is sent can be composed
 * where the other end finds it. Both happen in one piece, or else by {@link #receive} and {@link #send}, which copy.
 */
public interface InPlace extends Link {
    /**
     * Polls it. Returns whether a receive would bring nothing; false every now and then all the same, as a receive also
     * tells when the other end has gone.
     */
    boolean quiet();

    /**
     * Returns what has arrived and lies in one piece, at most so many bytes: where it lies, little-endian, from
     * position to limit. Nothing of it is received yet. The buffer is the same each time.
     */
    ByteBuffer arrived(int most) throws IOException;

    /** Receives so many bytes of it. */
    void take(int bytes);

    /**
     * Returns where what is sent next will lie, little-endian: from position to limit there is room in one piece, for
     * at least so many bytes; null if there is less. The buffer is the same each time.
     */
    ByteBuffer place(int least) throws IOException;

    /** Sends so many bytes, which have been written there. */
    void sent(int bytes) throws IOException;
}
