package pingmark.kit.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
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
import pingmark.kit.sockets.InPlace;
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

    /** From memory that its client shares, in pieces of so many bytes. */
    @TestFactory
    Stream<DynamicTest> fromWhereItLies() throws IOException {
        return SharedVectors.tests("frames", FrameVectorsTest::name, vector -> compare(vector, 1 << 20, true));
    }

    @TestFactory
    Stream<DynamicTest> fromARingWhoseEndCutsFrames() throws IOException {
        return SharedVectors.tests("frames", FrameVectorsTest::name, vector -> compare(vector, 90, true));
    }

    private static String name(JsonObject vector) {
        return vector.get("name").getAsString();
    }

    private static void compare(JsonObject vector, int piece) throws Exception {
        compare(vector, piece, false);
    }

    private static void compare(JsonObject vector, int piece, boolean inPlace) throws Exception {
        Token token = Token.from(Request.parse("{\"id\":1,\"op\":\"listen\",\"token\":\"" + TOKEN + "\"}"), false);
        Server server = new Server(new ListenPlan(new Address("127.0.0.1", 0, new InetSocketAddress(0)), token,
                new SocketOptions(true, 0, 0), StackOptions.NONE, 0));
        Peer peer = new Peer(HELLO + vector.get("sent").getAsString(), piece);
        StreamEnds ends = StreamEnds.of(new Socket() {
            @Override
            public void close() {
                peer.closed = true;
            }
        });
        StreamEcho echo = inPlace ? new InPlaceEcho(server, server.newCounter(), peer, ends)
                                  : new StreamEcho(server, server.newCounter(), peer, ends);
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
    private static final class Peer implements InPlace {
        private final ByteBuffer sent;
        private final int piece;
        private final ByteArrayOutputStream got = new ByteArrayOutputStream();
        private final ByteBuffer place = ByteBuffer.allocate(1 << 16);
        private boolean closed;

        Peer(String hex, int piece) {
            sent = ByteBuffer.wrap(HexFormat.of().parseHex(hex)).order(ByteOrder.LITTLE_ENDIAN);
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
        public boolean quiet() {
            return !sent.hasRemaining();
        }

        @Override
        public ByteBuffer arrived(int most) {
            int inOnePiece = Math.min(Math.min(most, sent.remaining()), piece - sent.position() % piece);
            return sent.duplicate().order(ByteOrder.LITTLE_ENDIAN).limit(sent.position() + inOnePiece);
        }

        @Override
        public void take(int bytes) {
            sent.position(sent.position() + bytes);
        }

        @Override
        public ByteBuffer place(int least) {
            return place.clear().limit(Math.min(piece, place.capacity()));
        }

        @Override
        public void sent(int bytes) {
            got.write(place.array(), 0, bytes);
        }

        @Override
        public void send(ByteBuffer out) {
            while (out.hasRemaining()) {
                got.write(out.get());
            }
        }
    }
}
