package pingmark.kit.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.gson.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import pingmark.kit.SharedVectors;
import pingmark.kit.sockets.InPlace;
import pingmark.kit.sockets.StreamEnds;

/** Echoes of a stream that arrives in various pieces. */
class FrameVectorsTest {
    private static final String HELLO = "14000000504d4b31" + TestServer.TOKEN;
    private static final String ANSWER = "04000000504d4f4b";

    @Test
    void atOnce() throws IOException {
        compareAll(Integer.MAX_VALUE, false);
    }

    @Test
    void inPiecesOfSevenBytes() throws IOException {
        compareAll(7, false);
    }

    @Test
    void inPlace() throws IOException {
        compareAll(1 << 20, true);
    }

    @Test
    void inPlaceWhereTheEndOfTheRingCutsFrames() throws IOException {
        compareAll(90, true);
    }

    private static void compareAll(int piece, boolean inPlace) throws IOException {
        SharedVectors.each(SharedVectors.vectors("frames"), vector -> compare(vector, piece, inPlace));
    }

    private static void compare(JsonObject vector, int piece, boolean inPlace) throws Exception {
        Server server = TestServer.make();
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
        assertEquals(vector.get("messages").getAsLong(), TestServer.count(server, "messages"));
        assertEquals(vector.get("bad_frames").getAsLong(), TestServer.count(server, "bad_frames"));
        assertEquals(vector.get("bad_frames").getAsLong() > 0, peer.closed);
    }

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
        public boolean isQuiet() {
            return !sent.hasRemaining();
        }

        @Override
        public ByteBuffer arrived(int maxBytes) {
            int inOnePiece = Math.min(Math.min(maxBytes, sent.remaining()), piece - sent.position() % piece);
            return sent.duplicate().order(ByteOrder.LITTLE_ENDIAN).limit(sent.position() + inOnePiece);
        }

        @Override
        public void take(int bytes) {
            sent.position(sent.position() + bytes);
        }

        @Override
        public ByteBuffer place(int minBytes) {
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
