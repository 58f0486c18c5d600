package pingmark.sockets;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Memory that the two sides of a connection share: a ring of bytes for each direction. docs/protocol.md has the
 * layout, which is the same in all languages.
 */
final class Segment {
    static final int RING_BYTES = 262_144;
    static final int RINGS_AT = 4_096;
    static final int BYTES = RINGS_AT + 2 * RING_BYTES;
    /** Each counter has cache lines of its own: two, as lines are fetched in pairs. */
    static final int COUNTER_BYTES = 128;

    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final ByteBuffer memory;

    private Segment(ByteBuffer memory) {
        this.memory = memory;
    }

    /** A new file, which nobody else may open. Memory that is not there when it is needed would end the process. */
    static Segment create(Path path) throws IOException {
        Set<StandardOpenOption> how =
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
        var own = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        try (FileChannel file = FileChannel.open(path, how, own)) {
            ByteBuffer zeros = ByteBuffer.allocate(BYTES);
            while (zeros.hasRemaining()) {
                file.write(zeros);
            }
            return new Segment(file.map(MapMode.READ_WRITE, 0, BYTES));
        }
    }

    static Segment open(Path path) throws IOException {
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            if (file.size() != BYTES) {
                throw new IOException(path + " is no segment of " + BYTES + " bytes");
            }
            return new Segment(file.map(MapMode.READ_WRITE, 0, BYTES));
        }
    }

    /** @param number 0 from the client to the server, 1 back */
    Reader reader(int number) {
        return new Reader(memory, number);
    }

    Writer writer(int number) {
        return new Writer(memory, number);
    }

    private static int writtenAt(int ring) {
        return (1 + 2 * ring) * COUNTER_BYTES;
    }

    private static int readAt(int ring) {
        return (2 + 2 * ring) * COUNTER_BYTES;
    }

    private static int dataAt(int ring) {
        return RINGS_AT + ring * RING_BYTES;
    }

    private static int within(long held) throws IOException {
        if (held < 0 || held > RING_BYTES) {
            throw new IOException("the peer's counters are impossible");
        }
        return (int) held;
    }

    private static ByteBuffer view(ByteBuffer memory) {
        return memory.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The end of a ring that is read from. */
    static final class Reader {
        private final ByteBuffer memory;
        private final ByteBuffer arrived;
        private final int writtenAt;
        private final int readAt;
        private final int dataAt;
        private long read;
        private long writtenThere;

        private Reader(ByteBuffer memory, int ring) {
            this.memory = memory;
            arrived = view(memory);
            writtenAt = writtenAt(ring);
            readAt = readAt(ring);
            dataAt = dataAt(ring);
        }

        /** Looks what the other end has written only when all that it is known to have written is read. */
        boolean isEmpty() {
            if (writtenThere == read) {
                writtenThere = (long) LONGS.getAcquire(memory, writtenAt);
            }
            return writtenThere == read;
        }

        private int held() throws IOException {
            return isEmpty() ? 0 : within(writtenThere - read);
        }

        private int at() {
            return (int) (read & (RING_BYTES - 1));
        }

        /** What has arrived and lies in one piece, at most so many bytes. */
        ByteBuffer arrived(int most) throws IOException {
            int at = at();
            int bytes = Math.min(Math.min(held(), most), RING_BYTES - at);
            return arrived.limit(dataAt + at + bytes).position(dataAt + at);
        }

        void take(int bytes) {
            read += bytes;
            LONGS.setRelease(memory, readAt, read);
        }

        /** Returns how many bytes there were, or how many the buffer had room for. */
        int read(ByteBuffer to) throws IOException {
            int bytes = Math.min(held(), to.remaining());
            if (bytes == 0) {
                return 0;
            }
            int at = at();
            int beforeEnd = Math.min(bytes, RING_BYTES - at);
            int into = to.position();
            to.put(into, memory, dataAt + at, beforeEnd);
            if (bytes > beforeEnd) {
                to.put(into + beforeEnd, memory, dataAt, bytes - beforeEnd);
            }
            to.position(into + bytes);
            take(bytes);
            return bytes;
        }
    }

    /** The end of a ring that is written to. */
    static final class Writer {
        private final ByteBuffer memory;
        private final ByteBuffer place;
        private final int writtenAt;
        private final int readAt;
        private final int dataAt;
        private long written;
        private long readThere;

        private Writer(ByteBuffer memory, int ring) {
            this.memory = memory;
            place = view(memory);
            writtenAt = writtenAt(ring);
            readAt = readAt(ring);
            dataAt = dataAt(ring);
        }

        private int at() {
            return (int) (written & (RING_BYTES - 1));
        }

        /** Looks what the other end has read only when the ring seems to have less room than that. */
        private int room(int wanted) throws IOException {
            if (written + wanted - readThere > RING_BYTES) {
                readThere = (long) LONGS.getAcquire(memory, readAt);
            }
            return RING_BYTES - within(written - readThere);
        }

        /** Where there is room in one piece; null: for less than so many bytes. */
        ByteBuffer place(int least) throws IOException {
            int at = at();
            int beforeEnd = RING_BYTES - at;
            int bytes = Math.min(room(beforeEnd), beforeEnd);
            return bytes < least ? null : place.limit(dataAt + at + bytes).position(dataAt + at);
        }

        void sent(int bytes) {
            written += bytes;
            LONGS.setRelease(memory, writtenAt, written);
        }

        /** Takes as much as there is room for. */
        void write(ByteBuffer from) throws IOException {
            int bytes = Math.min(from.remaining(), room(from.remaining()));
            int at = at();
            int beforeEnd = Math.min(bytes, RING_BYTES - at);
            int begin = from.position();
            memory.put(dataAt + at, from, begin, beforeEnd);
            if (bytes > beforeEnd) {
                memory.put(dataAt, from, begin + beforeEnd, bytes - beforeEnd);
            }
            from.position(begin + bytes);
            sent(bytes);
        }
    }
}
