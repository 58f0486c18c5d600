package pingmark.kit.contents;

import java.io.IOException;
import java.io.OutputStream;

/** Makes bytes of a sample and a sample of bytes, as programs have their library do it. */
interface Serializer {
    void write(Sample sample, OutputStream out) throws IOException;

    /** Throws whatever its library does where the bytes, all of them, are no sample. */
    Sample read(byte[] bytes, int length) throws IOException, ClassNotFoundException;
}
