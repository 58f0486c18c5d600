package pingmark.kit.protocol;

import com.google.gson.stream.JsonWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** A line to the controller, built field by field and written by one call. */
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

    /** @param value a number, a boolean, a string, an array of numbers, a list of strings, or null */
    public Reply put(String name, Object value) throws IOException {
        json.name(name);
        if (value instanceof long[] numbers) {
            json.beginArray();
            for (long number : numbers) {
                json.value(number);
            }
            json.endArray();
        } else if (value instanceof List<?> texts) {
            json.beginArray();
            for (Object text : texts) {
                json.value((String) text);
            }
            json.endArray();
        } else if (value instanceof Number number) {
            json.value(number);
        } else if (value instanceof Boolean flag) {
            json.value(flag);
        } else {
            json.value((String) value);
        }
        return this;
    }

    public Reply putAll(Map<String, Object> fields) throws IOException {
        for (Map.Entry<String, Object> field : fields.entrySet()) {
            put(field.getKey(), field.getValue());
        }
        return this;
    }

    /** The counts that usage reports in both roles. */
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
