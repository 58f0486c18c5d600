package pingmark.kit;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A server's side of one stream: checks the hello and the framing, and sends complete frames back from the very buffer they came
 * in, as many as one receive brought with one send. It does not receive while a send is unfinished.
 */
public final class StreamEcho {
    private static final int FIRST_CAPACITY = 16 << 10;
    private static final int LARGEST_CAPACITY = 256 << 10;

    private final Link link;
    private final Closeable socket;
    private final Token token;
    private final ServerCounts counts;
    private final Tally messages;
    private ByteBuffer in;
    /** The same memory; holds the complete frames that are not sent yet. */
    private ByteBuffer out;
    private boolean greeted;

    public StreamEcho(ListenPlan plan, ServerCounts counts, Tally messages, Link link, Closeable socket) {
        this.link = link;
        this.socket = socket;
        this.token = plan.token();
        this.counts = counts;
        this.messages = messages;
        greeted = token == null;
        allocate(FIRST_CAPACITY);
        counts.opened();
    }

    public boolean unsent() {
        return out.hasRemaining();
    }

    /** Finishes the last send, or receives once and echoes. False: the connection has ended and is closed. */
    public boolean serve() {
        try {
            if (unsent()) {
                send();
                return true;
            }
            int bytes = link.receive(in);
            if (bytes == 0 || bytes > 0 && echo()) {
                return true;
            }
        } catch (IOException e) {
            System.err.println("connection: " + e.getMessage());
        }
        close();
        return false;
    }

    private boolean echo() throws IOException {
        int end = in.position();
        int start = 0;
        if (!greeted) {
            if (end < Integer.BYTES + Token.BODY_BYTES && (end < Integer.BYTES || in.getInt(0) == Token.BODY_BYTES)) {
                return true;
            }
            if (in.getInt(0) != Token.BODY_BYTES || !token.matches(in, Integer.BYTES, Token.BODY_BYTES)) {
                counts.rejected();
                return false;
            }
            greeted = true;
            start = answerHello();
        }
        int complete = complete(start, end);
        if (complete < 0) {
            counts.badFrame();
            return false;
        }
        out.limit(complete).position(start);
        send();
        return true;
    }

    /** Puts the answer in the place of the hello's end, so that it goes out with the frames behind it. Returns where it starts. */
    private int answerHello() {
        int at = Token.BODY_BYTES - Token.ANSWER_BYTES;
        in.putInt(at, Token.ANSWER_BYTES);
        in.putInt(at + Integer.BYTES, Token.ANSWER);
        return at;
    }

    /** Where the complete frames end; below 0 when there is a frame that cannot be one. */
    private int complete(int start, int end) {
        if (token == null) {
            messages.add(1);
            return end;
        }
        int frames = 0;
        int at = start;
        if (start > 0) {
            at += Integer.BYTES + Token.ANSWER_BYTES;
        }
        while (end - at >= Integer.BYTES) {
            int body = in.getInt(at);
            if (body < StreamFlow.MIN_BODY || body > StreamFlow.MAX_BODY) {
                return -1;
            }
            if (end - at < Integer.BYTES + body) {
                break;
            }
            at += Integer.BYTES + body;
            frames++;
        }
        messages.add(frames); // before they are sent: nobody can have an answer that is not counted yet
        return at;
    }

    private void send() throws IOException {
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
        out = in.duplicate().limit(0);
    }

    private void close() {
        counts.closed();
        try {
            socket.close();
        } catch (IOException e) {
            System.err.println("close: " + e.getMessage());
        }
    }
}
