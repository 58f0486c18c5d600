package pingmark.kit.serving;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import pingmark.kit.process.Counter;
import pingmark.kit.sockets.Link;
import pingmark.kit.sockets.StreamEnds;

/**
 * Serves one stream: sends all complete frames of a receive back by one send, from the buffer they came in. It does not
 * receive while a send is unfinished.
 */
public class StreamEcho extends Ticker.Recipient {
    private static final int FIRST_CAPACITY = 16 << 10;
    private static final int LARGEST_CAPACITY = 256 << 10;

    private final Link link;
    private final StreamEnds ends;
    private final FrameEcho frames;
    private ByteBuffer in;
    /** A view of the same memory: the complete frames that are not sent yet. */
    private ByteBuffer out;
    /** Null: no snapshot is partly sent. */
    private ByteBuffer restOfSnapshot;
    private Runnable onBlocked = () -> {};
    private long receivedBytes;
    private boolean closed;

    public StreamEcho(Server server, Counter messages, Link link, StreamEnds ends) {
        this.link = link;
        this.ends = ends;
        allocate(FIRST_CAPACITY);
        frames = new FrameEcho(server, messages, ends.shutDown(), ends.peer());
    }

    /** @param onBlocked is called if a snapshot was not sent whole */
    public void enableSnapshots(Ticker ticker, Runnable onBlocked) {
        this.onBlocked = onBlocked;
        frames.enableSnapshots(ticker, this);
    }

    /** The next receive reports an error. */
    @Override
    void sendSnapshot(ByteBuffer message) {
        try {
            link.send(message);
        } catch (IOException e) {
            return;
        }
        if (message.hasRemaining()) {
            restOfSnapshot = ByteBuffer.allocateDirect(message.remaining()).put(message).flip();
            onBlocked.run();
        }
    }

    @Override
    public boolean unsent() {
        return restOfSnapshot != null || out.hasRemaining();
    }

    long receivedBytes() {
        return receivedBytes;
    }

    /** Finishes the last send, or receives once and echoes. Returns false if it closed the connection. */
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
            receivedBytes += Math.max(0, bytes);
            if (bytes < 0 || bytes > 0 && !echo()) {
                return false;
            }
        }
        return !frames.broken() || unsent();
    }

    /** Counts whole messages in place, before a receive, and returns their bytes; 0: nothing can be echoed in place. */
    final int countInPlace(ByteBuffer arrived) {
        int bytes = unsent() || in.position() > 0 ? 0 : frames.countInPlace(arrived);
        receivedBytes += bytes;
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
        if (restOfSnapshot != null) {
            link.send(restOfSnapshot);
            restOfSnapshot = restOfSnapshot.hasRemaining() ? restOfSnapshot : null;
            return;
        }
        if (out.hasRemaining()) {
            link.send(out);
        }
        if (!out.hasRemaining()) {
            keepRest(out.position());
        }
    }

    /** Moves an incomplete frame to the front. A full buffer grows, as a frame may not fit, or more may be waiting. */
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
            ends.close().close();
        } catch (IOException e) {
            System.err.println("close: " + e.getMessage());
        }
    }
}
