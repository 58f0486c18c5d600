package pingmark.kit.contents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import pingmark.kit.protocol.Constants;
import pingmark.kit.protocol.Payload;
import pingmark.kit.protocol.Unsupported;

class SerializersTest {
    private static final int[] SEQUENCES = {0, 1, 15, 511, 123_456_789, Integer.MAX_VALUE, Integer.MIN_VALUE, -1};
    private static final String CLASS_NAME = "java/lang/String;";

    static Stream<String> libraries() {
        return Serializers.names().stream().filter(name -> !Payload.BLOCKS.contains(name));
    }

    /** Returns the minimal length of a body, which the reason of a refusal names. */
    private static int minBody(String kind) {
        String reason = assertThrows(Unsupported.class, () -> Serializers.payload(kind, 16, 0, true)).getMessage();
        return Integer.parseInt(reason.replaceAll(".* must be at least (\\d+)", "$1"));
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void everyLengthIsExactAndParsed(String kind) throws Unsupported {
        int minBody = minBody(kind);
        IntStream more = IntStream.of(1_400, 16_384, 16_385, 32_768, Constants.MAX_BODY_BYTES - 1);
        for (int body : IntStream.concat(IntStream.range(minBody, minBody + 600), more).toArray()) {
            Payload payload = Serializers.payload(kind, body, 0, true).share();
            ByteBuffer bytes = ByteBuffer.allocate(body);
            for (int sequence : SEQUENCES) {
                payload.put(sequence, bytes.clear().position(Integer.BYTES), body - Integer.BYTES);
                assertEquals(body, bytes.position());
                assertTrue(payload.content().matches(sequence, bytes, Integer.BYTES, body - Integer.BYTES));
                assertFalse(payload.content().matches(sequence + 1, bytes, Integer.BYTES, body - Integer.BYTES));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void everyChangedByteIsFound(String kind) throws Unsupported {
        int body = minBody(kind) + 20;
        int length = body - Integer.BYTES;
        Payload payload = Serializers.payload(kind, body, 0, true);
        ByteBuffer bytes = ByteBuffer.allocate(length);
        payload.put(7, bytes, length);
        // Object streams ignore the class name of a field.
        int unread = new String(bytes.array(), StandardCharsets.ISO_8859_1).indexOf(CLASS_NAME);
        for (int at = 0; at < length; at++) {
            if (unread >= 0 && at >= unread && at < unread + CLASS_NAME.length()) {
                continue;
            }
            bytes.put(at, (byte) (bytes.get(at) ^ 1));
            assertFalse(payload.content().matches(7, bytes, 0, length), "byte " + at);
            bytes.put(at, (byte) (bytes.get(at) ^ 1));
        }
        assertTrue(payload.content().matches(7, bytes, 0, length));
    }

    @Test
    void blocksAreNotParsed() throws Unsupported {
        for (String kind : Payload.BLOCKS) {
            assertEquals(null, Serializers.payload(kind, 28, 4, false).content());
        }
    }

    @Test
    void refusalsHaveAReason() {
        assertEquals("payload xml: this worker has " + String.join(", ", Serializers.names()), reason("xml", true));
        assertEquals("payload json: not with one_way or snapshots", reason("json", false));
        assertTrue(Serializers.names().containsAll(List.of("json", "java-serialization")));
    }

    private static String reason(String kind, boolean echoed) {
        return assertThrows(Unsupported.class, () -> Serializers.payload(kind, 1_000, 4, echoed)).getMessage();
    }
}
