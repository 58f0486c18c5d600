package pingmark.kit.protocol;

import com.google.gson.stream.JsonWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Is one line to the controller, which is built field by field and written by one call. */
public final class Reply {
    private static final FileOutputStream STDOUT = new FileOutputStream(FileDescriptor.out);

    private final StringWriter text = new StringWriter(256);
    private final JsonWriter json = new JsonWriter(text);

    private Reply(Long id) throws IOException {
        json.beginObject();
        put("id", id);
    }

    public static Reply ok(long id) throws IOException {
        return new Reply(id).put("status", "ok");
    }

    public static Reply failed(Long id, String status, String reason) throws IOException {
        return new Reply(id).put("status", status).put("reason", reason);
    }

    public Reply put(String name, String value) throws IOException {
        json.name(name).value(value);
        return this;
    }

    public Reply put(String name, Number value) throws IOException {
        json.name(name).value(value);
        return this;
    }

    public Reply put(String name, boolean value) throws IOException {
        json.name(name).value(value);
        return this;
    }

    public Reply put(String name, List<String> values) throws IOException {
        json.name(name).beginArray();
        for (String value : values) {
            json.value(value);
        }
        json.endArray();
        return this;
    }

    public Reply put(String name, long[] values) throws IOException {
        json.name(name).beginArray();
        for (long value : values) {
            json.value(value);
        }
        json.endArray();
        return this;
    }

    /** Socket options: each a number, a boolean or a string. */
    public Reply putAll(Map<String, Object> fields) throws IOException {
        for (Map.Entry<String, Object> field : fields.entrySet()) {
            Object value = field.getValue();
            if (value instanceof Number number) {
                put(field.getKey(), number);
            } else if (value instanceof Boolean flag) {
                put(field.getKey(), flag.booleanValue());
            } else {
                put(field.getKey(), (String) value);
            }
        }
        return this;
    }

    /** What usage tells in both roles. */
    public Reply putCounts(long messages, long connections, long badFrames, long rejected) throws IOException {
        return put("messages", messages)
                .put("connections", connections)
                .put("bad_frames", badFrames)
                .put("rejected", rejected);
    }

    public String line() throws IOException {
        json.endObject();
        return text.append('\n').toString();
    }

    public void send() throws IOException {
        STDOUT.write(line().getBytes(StandardCharsets.UTF_8));
    }
}
