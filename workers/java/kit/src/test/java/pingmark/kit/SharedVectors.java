package pingmark.kit;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.function.ThrowingConsumer;
import pingmark.kit.protocol.Request;

/** Reads the files of protocol/ that all kits share. */
public final class SharedVectors {
    private static final Path PROTOCOL = Path.of("..", "..", "..", "protocol");

    private SharedVectors() {
    }

    public static JsonObject read(String file) throws IOException {
        return JsonParser.parseString(Files.readString(PROTOCOL.resolve(file))).getAsJsonObject();
    }

    public static List<JsonObject> vectors(String name) throws IOException {
        return list(name, "vectors");
    }

    public static List<JsonObject> list(String name, String list) throws IOException {
        List<JsonObject> vectors =
                StreamSupport.stream(read("vectors/" + name + ".json").getAsJsonArray(list).spliterator(), false)
                        .map(JsonElement::getAsJsonObject)
                        .toList();
        assertFalse(vectors.isEmpty());
        return vectors;
    }

    /** Tests all vectors, and names those that fail. */
    public static void each(List<JsonObject> vectors, ThrowingConsumer<JsonObject> test) {
        assertAll(vectors.stream().<Executable>map(vector -> () -> one(vector, test)));
    }

    private static void one(JsonObject vector, ThrowingConsumer<JsonObject> test) {
        try {
            test.accept(vector);
        } catch (Throwable failure) {
            String name = vector.has("name") ? vector.get("name").getAsString() : vector.toString();
            throw new AssertionError(name + ": " + failure.getMessage(), failure);
        }
    }

    /** Makes a request with fields of the vector. */
    public static Request request(String op, JsonObject vector, String... fields) throws Request.Malformed {
        JsonObject request = new JsonObject();
        request.addProperty("id", 1);
        request.addProperty("op", op);
        for (String field : fields) {
            if (vector.has(field)) {
                request.add(field, vector.get(field));
            }
        }
        return Request.parse(request.toString());
    }

    public static long[] longs(JsonObject vector, String field) {
        return StreamSupport.stream(vector.getAsJsonArray(field).spliterator(), false)
                .mapToLong(JsonElement::getAsLong)
                .toArray();
    }

    public static String sha256(String text) throws NoSuchAlgorithmException {
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.US_ASCII));
        return HexFormat.of().formatHex(hash);
    }
}
