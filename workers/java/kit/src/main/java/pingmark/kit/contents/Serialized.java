package pingmark.kit.contents;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import pingmark.kit.protocol.Payload;

/** Message contents that a library makes from objects and parses into objects. Each lane has its own. */
final class Serialized implements Payload.Content {
    private static final class Bytes extends ByteArrayOutputStream {
        void copyTo(ByteBuffer out) {
            out.put(buf, 0, count);
        }
    }

    private final Serializer library;
    private final Sample.Factory samples;
    private final Bytes written = new Bytes();
    private byte[] received = {};

    Serialized(Serializer library, Sample.Factory samples) {
        this.library = library;
        this.samples = samples;
    }

    /** Serializes the message of this number, and returns its length. */
    int length(int sequence) {
        written.reset();
        try {
            library.write(samples.make(sequence), written);
        } catch (IOException e) {
            throw new IllegalStateException("a buffer in memory failed", e);
        }
        return written.size();
    }

    @Override
    public void put(int sequence, ByteBuffer out, int bytes) {
        int length = length(sequence);
        if (length != bytes) {
            throw new IllegalStateException("message " + sequence + " takes " + length + " bytes, not " + bytes);
        }
        written.copyTo(out);
    }

    @Override
    public boolean matches(int sequence, ByteBuffer in, int at, int bytes) {
        if (received.length < bytes) {
            received = new byte[bytes];
        }
        in.get(at, received, 0, bytes);
        try {
            return library.read(received, bytes).hasSameFields(samples.make(sequence));
        } catch (IOException | ClassNotFoundException | RuntimeException e) {
            return false; // a library throws various exceptions if it can't parse the bytes
        }
    }
}
