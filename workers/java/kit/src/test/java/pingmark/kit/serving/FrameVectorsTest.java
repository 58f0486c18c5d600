package pingmark.kit.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import pingmark.kit.SharedVectors;
import pingmark.kit.protocol.Address;
import pingmark.kit.protocol.ListenPlan;
import pingmark.kit.protocol.Reply;
import pingmark.kit.protocol.Request;
import pingmark.kit.protocol.SocketOptions;
import pingmark.kit.protocol.StackOptions;
import pingmark.kit.protocol.Token;
import pingmark.kit.sockets.Link;
import pingmark.kit.sockets.StreamEnds;

/** What a server echoes of a stream, however it comes in pieces. */
class FrameVectorsTest {
    private static final String TOKEN = "000102030405060708090a0b0c0d0e0f";
    private static final String HELLO = "14000000504d4b31" + TOKEN;
    private static final String ANSWER = "04000000504d4f4b";

    @TestFactory
    Stream<DynamicTest> atOnce() throws IOException {
        return SharedVectors.tests("frames", FrameVectorsTest::name, vector -> compare(vector, Integer.MAX_VALUE));
    }

    @TestFactory
    Stream<DynamicTest> inPiecesOfSevenBytes() throws IOException {
        return SharedVectors.tests("frames", FrameVectorsTest::name, vector -> compare(vector, 7));
    }

    private static String name(JsonObject vector) {
        return vector.get("name").getAsString();
    }

    private static void compare(JsonObject vector, int piece) throws Exception {
        Token token = Token.from(Request.parse("{\"id\":1,\"op\":\"listen\",\"token\":\"" + TOKEN + "\"}"), false);
        Server server = new Server(new ListenPlan(new Address("127.0.0.1", 0, new InetSocketAddress(0)), token,
                new SocketOptions(true, 0, 0), StackOptions.NONE, 0));
        Peer peer = new Peer(HELLO + vector.get("sent").getAsString(), piece);
        StreamEcho echo = new StreamEcho(server, server.newCounter(), peer, StreamEnds.of(new Socket() {
            @Override
            public void close() {
                peer.closed = true;
            }
        }));
        while (!peer.closed && peer.sent.hasRemaining()) {
            echo.serve();
        }
        assertEquals(ANSWER + vector.get("echoed").getAsString(), HexFormat.of().formatHex(peer.got.toByteArray()));
        Reply reply = Reply.ok(1);
        server.writeCounts(reply);
        JsonObject counts = JsonParser.parseString(reply.line()).getAsJsonObject();
        assertEquals(vector.get("messages").getAsLong(), counts.get("messages").getAsLong());
        assertEquals(vector.get("bad_frames").getAsLong(), counts.get("bad_frames").getAsLong());
        assertEquals(vector.get("bad_frames").getAsLong() > 0, peer.closed);
    }

    /** Has sent all before anything is read. */
    private static final class Peer implements Link {
        private final ByteBuffer sent;
        private final int piece;
        private final ByteArrayOutputStream got = new ByteArrayOutputStream();
        private boolean closed;

        Peer(String hex, int piece) {
            sent = ByteBuffer.wrap(HexFormat.of().parseHex(hex));
            this.piece = piece;
        }

        @Override
        public int receive(ByteBuffer in) {
            int bytes = Math.min(piece, Math.min(in.remaining(), sent.remaining()));
            for (int count = 0; count < bytes; count++) {
                in.put(sent.get());
            }
            return bytes;
        }

        @Override
        public void send(ByteBuffer out) {
            while (out.hasRemaining()) {
                got.write(out.get());
            }
        }
    }
}
