package pingmark.kit.serving;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import pingmark.kit.process.Counter;
import pingmark.kit.sockets.Link;
import pingmark.kit.sockets.StreamEnds;

/**
 * Serves one stream, which it receives from and sends to itself: it sends complete frames back from the very
 * buffer they came in, as many as one receive brought with one send. It does not receive while a send is unfinished.
 */
public class StreamEcho extends Ticker.Recipient {
    private static final int FIRST_CAPACITY = 16 << 10;
    private static final int LARGEST_CAPACITY = 256 << 10;

    private final Link link;
    private final StreamEnds ends;
    private final FrameEcho frames;
    private ByteBuffer in;
    /** The same memory; holds the complete frames that are not sent yet. */
    private ByteBuffer out;
    /** Of a snapshot that a full channel did not take; null: nothing. */
    private ByteBuffer rest;
    private Runnable blocked = () -> {};
    private long received;
    private boolean closed;

    public StreamEcho(Server server, Counter messages, Link link, StreamEnds ends) {
        this.link = link;
        this.ends = ends;
        allocate(FIRST_CAPACITY);
        frames = new FrameEcho(server, messages, ends::shutDown, ends::peer);
    }

    /** @param full is told when a snapshot waits for room */
    public void takesTicks(Ticker ticker, Runnable full) {
        blocked = full;
        frames.takesTicks(ticker, this);
    }

    /** An error is left to who receives next. */
    @Override
    void sendSnapshot(ByteBuffer message) {
        try {
            link.send(message);
        } catch (IOException e) {
            return;
        }
        if (message.hasRemaining()) {
            rest = ByteBuffer.allocateDirect(message.remaining()).put(message).flip();
            blocked.run();
        }
    }

    @Override
    public boolean unsent() {
        return rest != null || out.hasRemaining();
    }

    /** So many bytes in all. */
    long received() {
        return received;
    }

    /** Finishes the last send, or receives once and echoes. False: the connection has ended and is closed. */
    public boolean serve() {
        try {
            if (serveOnce()) {
                return true;
            }
        } catch (IOException e) {
            System.err.println("connection: " + e.getMessage());
        }
        close();
        return false;
    }

    boolean serveOnce() throws IOException {
        if (unsent()) {
            send();
        } else {
            int bytes = link.receive(in);
            received += Math.max(0, bytes);
            if (bytes < 0 || bytes > 0 && !echo()) {
                return false;
            }
        }
        return !frames.broken() || unsent();
    }

    /**
     * Returns how many of the bytes that have arrived, which nobody has received, are messages that may go back from
     * where they lie, and counts these; 0: they are to be received.
     */
    final int passes(ByteBuffer arrived) {
        int bytes = unsent() || in.position() > 0 ? 0 : frames.passes(arrived);
        received += bytes;
        return bytes;
    }

    private boolean echo() throws IOException {
        out.limit(in.position()).position(0);
        if (!frames.answer(out)) {
            return false;
        }
        send();
        return true;
    }

    private void send() throws IOException {
        if (rest != null) {
            link.send(rest);
            rest = rest.hasRemaining() ? rest : null;
            return;
        }
        if (out.hasRemaining()) {
            link.send(out);
        }
        if (!out.hasRemaining()) {
            keepRest(out.position());
        }
    }

    /** Moves an incomplete frame to the front. A full buffer grows: one frame may not fit, and more were waiting. */
    private void keepRest(int from) {
        int end = in.position();
        boolean full = !in.hasRemaining();
        if (full && in.capacity() < LARGEST_CAPACITY) {
            ByteBuffer rest = in.limit(end).position(from);
            allocate(4 * rest.capacity());
            in.put(rest);
        } else if (from == end) {
            in.clear();
        } else {
            in.limit(end).position(from);
            in.compact();
        }
    }

    private void allocate(int capacity) {
        in = link.buffer(capacity).order(ByteOrder.LITTLE_ENDIAN);
        out = in.duplicate().order(ByteOrder.LITTLE_ENDIAN).limit(0);
    }

    void close() {
        if (closed) {
            return;
        }
        closed = true;
        frames.closed();
        try {
            ends.close();
        } catch (IOException e) {
            System.err.println("close: " + e.getMessage());
        }
    }
}
