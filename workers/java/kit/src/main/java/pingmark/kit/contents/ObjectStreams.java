package pingmark.kit.contents;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.StreamCorruptedException;

/** Serializes by the object streams of the JDK, a new one for each message: each can be read by itself. */
final class ObjectStreams implements Serializer {
    /** An answer comes from the network, and must not make any other object. */
    private static final ObjectInputFilter SAMPLES_ALONE =
            ObjectInputFilter.Config.createFilter("maxdepth=2;maxrefs=8;" + Sample.class.getName() + ";!*");

    @Override
    public void write(Sample sample, OutputStream out) throws IOException {
        try (ObjectOutputStream objects = new ObjectOutputStream(out)) {
            objects.writeObject(sample);
        }
    }

    @Override
    public Sample read(byte[] bytes, int length) throws IOException, ClassNotFoundException {
        ByteArrayInputStream in = new ByteArrayInputStream(bytes, 0, length);
        try (ObjectInputStream objects = new ObjectInputStream(in)) {
            objects.setObjectInputFilter(SAMPLES_ALONE);
            Sample sample = (Sample) objects.readObject();
            if (objects.read() >= 0) {
                throw new StreamCorruptedException("more than one object");
            }
            return sample;
        }
    }
}
