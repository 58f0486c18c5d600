package pingmark.kit.contents;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import pingmark.kit.protocol.Payload;

/** Is the content of messages that a library makes of an object, and an object of. Each lane has its own. */
final class Serialized implements Payload.Content {
    private static final class Bytes extends ByteArrayOutputStream {
        void moveTo(ByteBuffer out) {
            out.put(buf, 0, count);
        }
    }

    private final Serializer library;
    private final Samples samples;
    private final Bytes written = new Bytes();
    private byte[] received = {};

    Serialized(Serializer library, Samples samples) {
        this.library = library;
        this.samples = samples;
    }

    /** Returns how many bytes it makes of the message of this number. */
    int length(int sequence) {
        written.reset();
        try {
            library.write(samples.of(sequence), written);
        } catch (IOException e) {
            throw new IllegalStateException("a buffer in memory takes everything", e);
        }
        return written.size();
    }

    @Override
    public void put(int sequence, ByteBuffer out, int bytes) {
        int length = length(sequence);
        if (length != bytes) {
            throw new IllegalStateException("message " + sequence + " takes " + length + " bytes of " + bytes);
        }
        written.moveTo(out);
    }

    @Override
    public boolean matches(int sequence, ByteBuffer in, int at, int bytes) {
        if (received.length < bytes) {
            received = new byte[bytes];
        }
        in.get(at, received, 0, bytes);
        try {
            return library.read(received, bytes).says(samples.of(sequence));
        } catch (IOException | ClassNotFoundException | RuntimeException e) {
            return false; // whatever a library says of bytes that it can't read, they are not what was sent
        }
    }
}
