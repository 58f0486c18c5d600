package pingmark.kit.measuring;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import pingmark.kit.SharedVectors;
import pingmark.kit.protocol.Request;
import pingmark.kit.protocol.Unsupported;

/** Replies to vector requests. */
class KitVectorsTest {
    private static final int ENDS = 16;

    private static JsonObject reply(String name, JsonObject vector, String... fields)
            throws IOException, Request.Malformed, Unsupported {
        JsonObject named = vector.deepCopy();
        named.addProperty("name", name);
        String[] all = Arrays.copyOf(fields, fields.length + 1);
        all[fields.length] = "name";
        String line = Vectors.reply(SharedVectors.request("vector", named, all)).line();
        return JsonParser.parseString(line).getAsJsonObject();
    }

    @Test
    void histograms() throws IOException {
        SharedVectors.each(SharedVectors.vectors("histogram"), KitVectorsTest::histogram);
    }

    private static void histogram(JsonObject vector) throws Exception {
        long[] sparse = SharedVectors.longs(reply("histogram", vector, "seed", "count"), "histogram");
        assertEquals(vector.get("entries").getAsInt(), sparse.length / 2);
        assertArrayEquals(SharedVectors.longs(vector, "first"), Arrays.copyOf(sparse, Math.min(ENDS, sparse.length)));
        assertArrayEquals(SharedVectors.longs(vector, "last"),
                Arrays.copyOfRange(sparse, Math.max(0, sparse.length - ENDS), sparse.length));
        String text = IntStream.range(0, sparse.length / 2)
                              .mapToObj(at -> sparse[2 * at] + ":" + sparse[2 * at + 1] + ",")
                              .collect(Collectors.joining());
        assertEquals(vector.get("sha256").getAsString(), SharedVectors.sha256(text));
    }

    @Test
    void payloads() throws IOException {
        SharedVectors.each(SharedVectors.vectors("payload"), KitVectorsTest::payload);
    }

    private static void payload(JsonObject vector) throws Exception {
        String hex =
                reply("payload", vector, "payload", "sequence", "message_bytes", "framing").get("hex").getAsString();
        assertTrue(hex.startsWith(vector.get("start").getAsString()));
        assertEquals(vector.get("sha256").getAsString(), SharedVectors.sha256(hex));
    }
}
