package pingmark.kit.contents;

import com.google.gson.Gson;
import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.MalformedJsonException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;

/** Serializes by Gson: an object to a string, and that to UTF-8. */
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
