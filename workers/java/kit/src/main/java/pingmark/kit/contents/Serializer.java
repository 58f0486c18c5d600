package pingmark.kit.contents;

import com.google.gson.Gson;
import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.MalformedJsonException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.StreamCorruptedException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;

/** Turns a sample into bytes and back by a library, as a program would use it. */
interface Serializer {
    void write(Sample sample, OutputStream out) throws IOException;

    /** Throws any exception of the library if the bytes, all of them, are not a sample. */
    Sample read(byte[] bytes, int length) throws IOException, ClassNotFoundException;

    /** Gson: an object to a string, and that to UTF-8. */
    final class Json implements Serializer {
        private final TypeAdapter<Sample> adapter = new Gson().getAdapter(Sample.class);

        @Override
        public void write(Sample sample, OutputStream out) throws IOException {
            out.write(adapter.toJson(sample).getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public Sample read(byte[] bytes, int length) throws IOException {
            JsonReader reader = new JsonReader(new StringReader(new String(bytes, 0, length, StandardCharsets.UTF_8)));
            Sample sample = adapter.read(reader);
            if (reader.peek() != JsonToken.END_DOCUMENT) {
                throw new MalformedJsonException("more than one value");
            }
            return sample;
        }
    }

    /** The JDK's object streams, a new one for each message, so that each message can be read by itself. */
    final class ObjectStreams implements Serializer {
        /** An answer from the network must not create any other object. */
        private static final ObjectInputFilter ONLY_SAMPLES =
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
                objects.setObjectInputFilter(ONLY_SAMPLES);
                Sample sample = (Sample) objects.readObject();
                if (objects.read() >= 0) {
                    throw new StreamCorruptedException("more than one object");
                }
                return sample;
            }
        }
    }
}
