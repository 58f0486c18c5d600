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

/** Memory that both ends of a connection share: a ring of bytes for each direction, as docs/protocol.md describes. */
final class Segment {
    static final int RING_BYTES = 262_144;
    static final int RINGS_AT = 4_096;
    static final int BYTES = RINGS_AT + 2 * RING_BYTES;
    /** Two cache lines for each counter, as lines are fetched in pairs. */
    static final int COUNTER_BYTES = 128;

    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final ByteBuffer memory;

    private Segment(ByteBuffer memory) {
        this.memory = memory;
    }

    /**
     * Creates a file for this user only. Writing all bytes allocates memory, whose lack would later end the process.
     */
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

    /** @param ring 0 from the client to the server, 1 back */
    Reader reader(int ring) {
        return new Reader(memory, ring);
    }

    Writer writer(int ring) {
        return new Writer(memory, ring);
    }

    private static int within(long held) throws IOException {
        if (held < 0 || held > RING_BYTES) {
            throw new IOException("the peer's counters contradict each other");
        }
        return (int) held;
    }

    /** One end of a ring. */
    private abstract static class End {
        final ByteBuffer memory;
        /** Returned to callers, with another position and limit each time. */
        final ByteBuffer view;
        final int writtenAt;
        final int readAt;
        final int dataAt;

        End(ByteBuffer memory, int ring) {
            this.memory = memory;
            view = memory.duplicate().order(ByteOrder.LITTLE_ENDIAN);
            writtenAt = (1 + 2 * ring) * COUNTER_BYTES;
            readAt = (2 + 2 * ring) * COUNTER_BYTES;
            dataAt = RINGS_AT + ring * RING_BYTES;
        }
    }

    static final class Reader extends End {
        private long read;
        private long writtenThere;

        private Reader(ByteBuffer memory, int ring) {
            super(memory, ring);
        }

        /** Reads the other end's counter only if all bytes written by its last known value have been read. */
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

        /** Returns contiguous bytes that have arrived. */
        ByteBuffer arrived(int maxBytes) throws IOException {
            int at = at();
            int bytes = Math.min(Math.min(held(), maxBytes), RING_BYTES - at);
            return view.limit(dataAt + at + bytes).position(dataAt + at);
        }

        void take(int bytes) {
            read += bytes;
            LONGS.setRelease(memory, readAt, read);
        }

        /** Returns the number of bytes read, as the buffer has room. */
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

    static final class Writer extends End {
        private long written;
        private long readThere;

        private Writer(ByteBuffer memory, int ring) {
            super(memory, ring);
        }

        private int at() {
            return (int) (written & (RING_BYTES - 1));
        }

        /** Reads the other end's counter only if its last known value leaves less room than wanted. */
        private int room(int wanted) throws IOException {
            if (written + wanted - readThere > RING_BYTES) {
                readThere = (long) LONGS.getAcquire(memory, readAt);
            }
            return RING_BYTES - within(written - readThere);
        }

        /** Returns contiguous room; null if there is less than the minimum. */
        ByteBuffer place(int minBytes) throws IOException {
            int at = at();
            int beforeEnd = RING_BYTES - at;
            int bytes = Math.min(room(beforeEnd), beforeEnd);
            return bytes < minBytes ? null : view.limit(dataAt + at + bytes).position(dataAt + at);
        }

        void sent(int bytes) {
            written += bytes;
            LONGS.setRelease(memory, writtenAt, written);
        }

        /** Writes as many bytes as there is room for. */
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
