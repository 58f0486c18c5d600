package pingmark.kit.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import pingmark.kit.SharedVectors;

/** What a server does with messages that go one way. */
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
    void streamsAreAcknowledgedAsTheVectorsSay() throws IOException {
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

    @Test
    void whoSendsOneWayWaitsForTheHellosAnswer() throws IOException {
        for (int part : new int[] {0, 3, 65_537, -1, 2}) {
            FrameEcho echo = new FrameEcho(server, server.newCounter(), () -> {}, () -> null);
            assertFalse(echo.answer(bytes("18000000" + hello(part) + "0400000001020304")));
        }
        assertEquals(5, count("rejected"));
    }

    @Test
    void datagramsAreCountedAndAcknowledged() throws Exception {
        DatagramEcho echo = new DatagramEcho(server);
        SocketAddress peer = new InetSocketAddress("127.0.0.1", 9);
        for (int hellos = 0; hellos < 2; hellos++) {
            assertTrue(echo.answer(bytes(hello(2)), peer));
            assertFalse(echo.greeted());
        }
        assertFalse(echo.answer(message(0), peer));
        ByteBuffer asking = message(1);
        assertTrue(echo.answer(asking, peer));
        assertEquals("010000000200000000000000", hex(asking));
        assertFalse(echo.answer(bytes("0100000002000000000000"), peer));
        assertEquals(2, count("messages"));
        assertEquals(1, count("bad_frames"));
        assertEquals(1, count("connections"));
        assertTrue(echo.answer(bytes("504d4b31" + TestServer.TOKEN), peer));
        assertTrue(echo.answer(message(0), peer));
        assertEquals(1, count("connections"));
    }

    private static ByteBuffer message(int sequence) {
        return ByteBuffer.allocate(32).order(ByteOrder.LITTLE_ENDIAN).putInt(0, sequence);
    }
}
