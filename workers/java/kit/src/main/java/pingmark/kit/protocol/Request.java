package pingmark.kit.protocol;

import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import java.io.IOException;
import java.io.StringReader;
import java.util.LinkedHashMap;
import java.util.Map;

/** A request line. Reading a field removes it, so that fields that nobody has read can be refused. */
public final class Request {
    private static final Object ARRAY = new Object();

    private final Map<String, Object> fields;
    public final long id;
    public final String op;

    private Request(Map<String, Object> fields) throws Malformed {
        this.fields = fields;
        if (!(fields.remove("id") instanceof Long number)) {
            throw new Malformed("no integer \"id\"");
        }
        if (!(fields.remove("op") instanceof String name)) {
            throw new Malformed("no string \"op\"");
        }
        id = number;
        op = name;
    }

    /** The line is not a request. */
    public static final class Malformed extends Exception {
        private static final long serialVersionUID = 1;

        public Malformed(String reason) {
            super(reason);
        }
    }

    public static Request parse(String line) throws Malformed {
        Map<String, Object> fields = new LinkedHashMap<>();
        try (JsonReader json = new JsonReader(new StringReader(line))) {
            json.beginObject();
            while (json.hasNext()) {
                String name = json.nextName();
                if (fields.put(name, value(json)) != null) {
                    throw new Malformed("field \"" + name + "\" twice");
                }
            }
            json.endObject();
            if (json.peek() != JsonToken.END_DOCUMENT) {
                throw new Malformed("more than one value on a line");
            }
        } catch (IOException | IllegalStateException | NumberFormatException e) {
            throw new Malformed("not a flat JSON object");
        }
        return new Request(fields);
    }

    private static Object value(JsonReader json) throws IOException, Malformed {
        return switch (json.peek()) {
            case STRING -> json.nextString();
            case BOOLEAN -> json.nextBoolean();
            case NUMBER -> number(json.nextString());
            case NULL -> {
                json.nextNull();
                yield JsonToken.NULL;
            }
            case BEGIN_ARRAY -> {
                json.beginArray();
                while (json.hasNext()) {
                    // Checked before the recursion: a line may have millions of nested arrays.
                    if (json.peek() == JsonToken.BEGIN_ARRAY) {
                        throw new Malformed("an array in an array");
                    }
                    value(json);
                }
                json.endArray();
                yield ARRAY; // no field of a request is an array
            }
            default -> throw new Malformed("values are strings, numbers, booleans, null or arrays");
        };
    }

    private static Object number(String text) {
        try {
            return Long.valueOf(text);
        } catch (NumberFormatException e) {
            double value = Double.parseDouble(text);
            return value == Math.rint(value) && Math.abs(value) < 1L << 53 ? (Object) (long) value : (Object) value;
        }
    }

    public boolean has(String name) {
        return fields.containsKey(name);
    }

    public String text(String name) {
        return take(name, String.class, "a string");
    }

    public String text(String name, String defaultValue) {
        return has(name) ? text(name) : defaultValue;
    }

    public long integer(String name) {
        return take(name, Long.class, "an integer");
    }

    public long integer(String name, long defaultValue) {
        return has(name) ? integer(name) : defaultValue;
    }

    boolean flag(String name, boolean defaultValue) {
        return has(name) ? take(name, Boolean.class, "true or false") : defaultValue;
    }

    private <T> T take(String name, Class<T> type, String wanted) {
        if (!has(name)) {
            throw new IllegalArgumentException(op + " needs " + name);
        }
        Object value = fields.remove(name);
        if (!type.isInstance(value)) {
            throw new IllegalArgumentException(name + " must be " + wanted);
        }
        return type.cast(value);
    }

    /** To be called after all known fields have been read. */
    public void refuseUnknownFields() throws Unsupported {
        for (String name : fields.keySet()) {
            throw new Unsupported("unknown field " + name + " in " + op);
        }
    }
}
