package pingmark.kit.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import pingmark.kit.SharedVectors;

class OneWayTest {
    private final Server server = TestServer.make();

    private static String hello(int part) {
        ByteBuffer number = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN).putInt(part);
        return "504d4b31" + TestServer.TOKEN + HexFormat.of().formatHex(number.array());
    }

    private long count(String name) throws IOException {
        return TestServer.count(server, name);
    }

    private static ByteBuffer bytes(String hex) {
        return ByteBuffer.wrap(HexFormat.of().parseHex(hex)).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Test
    void acknowledgementsOfStreamsMatchTheVectors() throws IOException {
        SharedVectors.each(SharedVectors.vectors("one_way"), OneWayTest::compare);
    }

    private static void compare(JsonObject vector) throws IOException {
        OneWayTest test = new OneWayTest();
        FrameEcho echo = new FrameEcho(test.server, test.server.newCounter(), () -> {}, () -> null);
        ByteBuffer hello = bytes("18000000" + hello(vector.get("part").getAsInt()));
        assertTrue(echo.answer(hello));
        assertEquals("04000000504d4f4b", hex(hello));
        JsonArray receives = vector.getAsJsonArray("receives");
        String left = "";
        for (int number = 0; number < receives.size(); number++) {
            ByteBuffer received = bytes(left + receives.get(number).getAsString());
            int end = received.limit();
            assertTrue(echo.answer(received));
            assertEquals(vector.getAsJsonArray("answers").get(number).getAsString(), hex(received));
            left = hex(received.position(received.limit()).limit(end));
        }
        assertEquals(vector.get("messages").getAsLong(), test.count("messages"));
        assertEquals(vector.get("bad_frames").getAsLong(), test.count("bad_frames"));
        assertEquals(vector.get("bad_frames").getAsLong() > 0, echo.broken());
    }

    private static String hex(ByteBuffer bytes) {
        byte[] left = new byte[bytes.remaining()];
        bytes.get(bytes.position(), left);
        return HexFormat.of().formatHex(left);
    }
}
