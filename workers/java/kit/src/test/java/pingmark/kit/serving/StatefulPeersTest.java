package pingmark.kit.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import pingmark.kit.protocol.Token;

class StatefulPeersTest {
    private static final int RATE_HZ = 1000;
    private static final int SNAPSHOT_BYTES = 64;
    private static final long DEADLINE_NS = 60_000_000_000L;

    private record Sent(SocketAddress to, ByteBuffer datagram) {
    }

    private final List<Sent> sent = new ArrayList<>();
    private final Server server = TestServer.make();
    private final DatagramEcho echo =
            new DatagramEcho(server, (datagram, to) -> sent.add(new Sent(to, copy(datagram))));

    private static ByteBuffer copy(ByteBuffer datagram) {
        return ByteBuffer.allocate(datagram.remaining()).order(ByteOrder.LITTLE_ENDIAN).put(datagram).flip();
    }

    private static SocketAddress peer(int port) {
        return new InetSocketAddress("127.0.0.1", port);
    }

    private static ByteBuffer hello() {
        return ByteBuffer.allocate(64)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(HexFormat.of().parseHex("504d4b31" + TestServer.TOKEN));
    }

    private boolean saysHello(int port, int rateHz) {
        ByteBuffer hello = hello().putInt(rateHz).putInt(SNAPSHOT_BYTES).flip();
        boolean answered = echo.answer(hello, peer(port));
        assertTrue(!answered || hello.remaining() == Token.ANSWER_BYTES && hello.getInt(0) == Token.ANSWER);
        assertFalse(echo.greeted());
        return answered;
    }

    private boolean sendsOneWay(int port, int part) {
        return echo.answer(hello().putInt(part).flip(), peer(port));
    }

    /** Returns the length of the answer to a message; 0: there is none. */
    private int arrives(int port, int sequence) {
        ByteBuffer message = ByteBuffer.allocate(32).order(ByteOrder.LITTLE_ENDIAN).putInt(0, sequence);
        return echo.answer(message, peer(port)) ? message.remaining() : 0;
    }

    private boolean sendsInput(int port) {
        return echo.answer(ByteBuffer.allocate(32).order(ByteOrder.LITTLE_ENDIAN), peer(port));
    }

    private long count(String name) throws IOException {
        return TestServer.count(server, name);
    }

    @Test
    void aPeerWithAnotherHelloBeginsAnew() throws Exception {
        assertTrue(sendsOneWay(1, 2));
        assertEquals(12, arrives(1, 1));
        assertTrue(sendsOneWay(1, 4));
        assertEquals(0, arrives(1, 1));
        assertEquals(12, arrives(1, 3));
        assertTrue(saysHello(1, RATE_HZ));
        assertEquals(32, arrives(1, 3));
        assertTrue(saysHello(1, RATE_HZ / 2));
        assertTrue(sendsOneWay(1, 2));
        assertEquals(Ticker.NEVER, echo.waitNs());
        assertEquals(1, count("connections"));
    }

    @Test
    void forgottenPeersGetNoSnapshots() throws Exception {
        assertTrue(saysHello(1, RATE_HZ));
        assertTrue(sendsInput(1));
        echo.forget();
        assertEquals(0, count("connections"));
        assertEquals(Ticker.NEVER, echo.waitNs());
        assertFalse(sendsInput(1));
        assertTrue(saysHello(3, RATE_HZ / 2));
    }

    @Test
    void aPlainHelloEndsSnapshots() throws Exception {
        assertTrue(saysHello(1, RATE_HZ));
        assertTrue(echo.answer(hello().flip(), peer(1)));
        assertTrue(sendsInput(1));
        assertEquals(Ticker.NEVER, echo.waitNs());
        assertEquals(1, count("connections"));
    }
}
