package pingmark.sockets;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.concurrent.locks.LockSupport;
import pingmark.kit.sockets.InPlace;

/** One end of a connection in shared memory. After the introduction its socket only shows when the peer has gone. */
final class SharedLink implements InPlace {
    /** The peer may wait for this core. */
    private static final int POLLS_PER_YIELD = 1 << 10;
    /** Rare enough to cost little, but often enough that a server of many connections on a shared core notices ends. */
    private static final int POLLS_PER_LOOK = 1 << 13;
    private static final int MAGIC = 0x504d5331;
    private static final int TAKEN = 0x504d4f4b;
    private static final int NAME_BYTES = 8;
    private static final int INTRODUCTION_BYTES = Integer.BYTES + 2 * NAME_BYTES;
    private static final long PATIENCE_NS = 10_000_000_000L;
    private static final long PATIENCE_WITH_STRANGERS_NS = 1_000_000_000;
    private static final long LOOK_NS = 50_000;

    private final SocketChannel socket;
    private final Segment.Reader in;
    private final Segment.Writer out;
    private final ByteBuffer none = ByteBuffer.allocate(1);
    /** Until something has arrived, each poll looks at the socket. */
    private boolean hasReceived;
    private int pollsInVain;

    private SharedLink(SocketChannel socket, Segment.Reader in, Segment.Writer out) {
        this.socket = socket;
        this.in = in;
        this.out = out;
    }

    /** Creates the segment, and removes its name when the server has opened it or the introduction fails. */
    static SharedLink ofClient(SocketChannel socket, Path folder) throws IOException {
        byte[] random = new byte[NAME_BYTES];
        new SecureRandom().nextBytes(random);
        String name = HexFormat.of().formatHex(random);
        Path path = folder.resolve(name);
        try {
            Segment segment = Segment.create(path);
            ByteBuffer introduction = ByteBuffer.allocate(INTRODUCTION_BYTES).putInt(MAGIC);
            introduction.put(name.getBytes(StandardCharsets.US_ASCII)).flip();
            socket.write(introduction);
            ByteBuffer answer = ByteBuffer.allocate(Integer.BYTES);
            fill(socket, answer, PATIENCE_NS);
            if (answer.getInt(0) != TAKEN) {
                throw new IOException("the peer did not open the segment");
            }
            return new SharedLink(socket, segment.reader(1), segment.writer(0));
        } finally {
            Files.deleteIfExists(path);
        }
    }

    static SharedLink ofServer(SocketChannel socket, Path folder) throws IOException {
        ByteBuffer introduction = ByteBuffer.allocate(INTRODUCTION_BYTES);
        fill(socket, introduction, PATIENCE_WITH_STRANGERS_NS);
        String name = new String(introduction.array(), Integer.BYTES, 2 * NAME_BYTES, StandardCharsets.US_ASCII);
        if (introduction.getInt(0) != MAGIC || !name.matches("[0-9a-f]+")) {
            throw new IOException("the introduction names no segment");
        }
        Path path = folder.resolve(name);
        Segment segment = Segment.open(path);
        Files.deleteIfExists(path);
        socket.write(ByteBuffer.allocate(Integer.BYTES).putInt(0, TAKEN));
        return new SharedLink(socket, segment.reader(0), segment.writer(1));
    }

    private static void fill(SocketChannel socket, ByteBuffer buffer, long patienceNs) throws IOException {
        long deadline = System.nanoTime() + patienceNs;
        while (buffer.hasRemaining()) {
            int bytes = socket.read(buffer);
            if (bytes < 0) {
                throw new IOException("closed by the peer before its introduction");
            }
            if (System.nanoTime() - deadline > 0) {
                throw new IOException("the peer did not introduce itself in time");
            }
            if (bytes == 0) {
                LockSupport.parkNanos(LOOK_NS);
            }
        }
    }

    @Override
    public boolean isQuiet() {
        if (!hasReceived || !in.isEmpty() || (pollsInVain + 1) % POLLS_PER_YIELD == 0) {
            return false;
        }
        pollsInVain++;
        Thread.onSpinWait();
        return true;
    }

    @Override
    public ByteBuffer arrived(int most) throws IOException {
        return in.arrived(most);
    }

    @Override
    public void take(int bytes) {
        in.take(bytes);
        received();
    }

    private void received() {
        hasReceived = true;
        pollsInVain = 0;
    }

    @Override
    public ByteBuffer place(int least) throws IOException {
        return out.place(least);
    }

    @Override
    public void sent(int bytes) {
        out.sent(bytes);
    }

    @Override
    public int receive(ByteBuffer to) throws IOException {
        int bytes = in.read(to);
        if (bytes > 0) {
            received();
            return bytes;
        }
        return countEmptyPoll() || !hasReceived ? look(to) : 0;
    }

    /** Returns whether it is time to look at the socket. */
    private boolean countEmptyPoll() {
        pollsInVain++;
        if (pollsInVain % POLLS_PER_YIELD == 0) {
            Thread.yield();
        }
        return pollsInVain % POLLS_PER_LOOK == 0;
    }

    private boolean gone() throws IOException {
        return socket.read(none.clear()) < 0;
    }

    /** The peer may have written before it went. */
    private int look(ByteBuffer to) throws IOException {
        boolean gone = gone();
        int bytes = gone ? in.read(to) : 0;
        return gone && bytes == 0 ? -1 : bytes;
    }

    @Override
    public void send(ByteBuffer from) throws IOException {
        int before = from.remaining();
        out.write(from);
        // A peer that does not read may have gone.
        if (from.remaining() == before && countEmptyPoll() && gone()) {
            throw new IOException("the peer has gone");
        }
    }
}
