package pingmark.kit.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import pingmark.kit.protocol.Constants;
import pingmark.kit.protocol.Request;

class ServerTest {
    private static final byte[] HELLO = HexFormat.of().parseHex("504d4b31" + TestServer.TOKEN);

    private final Server server = TestServer.make();

    private long connections() throws Exception {
        return TestServer.count(server, "connections");
    }

    private void disconnect() throws Exception {
        server.disconnect(Request.parse("{\"id\":2,\"op\":\"disconnect\"}"));
    }

    /** As late as the kits of C++ and .NET allow, too. */
    @Test
    @Tag("clock")
    void disconnectWaitsForAThreadThatForgetsItsPeersLate() throws Exception {
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
