package pingmark.kit.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import pingmark.kit.protocol.Constants;
import pingmark.kit.protocol.Request;

/** What a server does when it is told to disconnect. */
class ServerTest {
    private static final byte[] HELLO = HexFormat.of().parseHex("504d4b31" + TestServer.TOKEN);

    private final Server server = TestServer.make();

    private long connections() throws Exception {
        return TestServer.count(server, "connections");
    }

    private void disconnect() throws Exception {
        server.disconnect(Request.parse("{\"id\":2,\"op\":\"disconnect\"}"));
    }

    @Test
    @Tag("clock")
    void theStreamsThatAreLeftAreEndedByThoseWhoServeThem() throws Exception {
        CountDownLatch told = new CountDownLatch(1);
        FrameEcho stream = new FrameEcho(server, server.newCounter(), told::countDown, () -> null);
        Thread serving = new Thread(() -> {
            try {
                told.await();
                stream.closed();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        serving.start();
        assertEquals(1, connections());
        disconnect();
        serving.join();
        assertEquals(0, connections());
    }

    @Test
    void forgottenPeersSayHelloAgain() throws Exception {
        DatagramEcho echo = new DatagramEcho(server);
        server.wakeBy(echo::forget);
        SocketAddress peer = new InetSocketAddress("127.0.0.1", 9);
        for (int round = 0; round < 2; round++) {
            assertFalse(echo.answer(datagram(new byte[32]), peer));
            assertTrue(echo.answer(datagram(HELLO), peer));
            assertTrue(echo.answer(datagram(new byte[32]), peer));
            assertEquals(1, connections());
            disconnect();
            assertEquals(0, connections());
        }
    }

    /** A thread that is kept from it for as long as C++ and .NET wait, too. */
    @Test
    @Tag("clock")
    void aThreadThatIsLateForgetsItsPeersAllTheSame() throws Exception {
        DatagramEcho echo = new DatagramEcho(server);
        long lateNs = Constants.FORGET_PATIENCE_NS - 800_000_000;
        server.wakeBy(() -> new Thread(() -> {
            LockSupport.parkNanos(lateNs);
            echo.forget();
        }).start());
        assertTrue(echo.answer(datagram(HELLO), new InetSocketAddress("127.0.0.1", 9)));
        disconnect();
        assertEquals(0, connections());
    }

    private static ByteBuffer datagram(byte[] bytes) {
        return ByteBuffer.wrap(bytes.clone()).order(ByteOrder.LITTLE_ENDIAN);
    }
}
