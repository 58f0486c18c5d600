package pingmark.kit.serving;

import java.io.Closeable;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.function.Supplier;
import pingmark.kit.process.Counter;
import pingmark.kit.protocol.Constants;
import pingmark.kit.protocol.TickPlan;
import pingmark.kit.protocol.Token;

/**
 * Decides for a server's side of one stream, whatever does its input and output, who may have an answer, and which
 * bytes it is.
 */
public final class FrameEcho {
    private final Token token;
    private final Server server;
    private final Counter messages;
    private final Closeable end;
    private final Supplier<SocketAddress> peer;
    private boolean greeted;
    private boolean broken;
    /** Null where messages are echoed. */
    private OneWay oneWay;
    /** Null where its server sends nothing unasked. */
    private Ticker ticker;
    private Ticker.Recipient mayReceive;
    /** When it has asked for snapshots; else null. */
    private Ticker.Recipient recipient;

    /**
     * @param end lets the stream end, so that it is closed by those who serve it
     * @param peer who is on the other side; null once that is not known any more
     */
    public FrameEcho(Server server, Counter messages, Closeable end, Supplier<SocketAddress> peer) {
        token = server.plan().token();
        this.server = server;
        this.messages = messages;
        greeted = token == null;
        this.end = end;
        this.peer = peer;
        server.opened(end);
    }

    /** Its client may ask for snapshots, which the recipient then is sent. */
    void takesTicks(Ticker from, Ticker.Recipient to) {
        ticker = from;
        mayReceive = to;
    }

    /**
     * Narrows what came, little-endian from position to limit, to what goes back: the complete frames, after a hello
     * with its answer in place of its end. What lies behind the new limit has to come again, with more. False: the
     * connection must end.
     */
    public boolean answer(ByteBuffer in) {
        if (token == null) {
            messages.add(1);
            return true;
        }
        if (oneWay != null) {
            acknowledge(in);
            return true;
        }
        return greeted ? complete(in, in.position()) : greet(in);
    }

    private boolean greet(ByteBuffer in) {
        int at = in.position();
        int bytes = in.remaining();
        int body = bytes < Integer.BYTES ? Token.BODY_BYTES : in.getInt(at);
        boolean possible = body == Token.BODY_BYTES || body == Token.ONE_WAY_BODY_BYTES
                || body == Token.TICK_BODY_BYTES && ticker != null;
        if (possible && bytes < Integer.BYTES + body) {
            in.limit(at);
            return true;
        }
        greeted = possible && matches(in, at + Integer.BYTES, body);
        if (!greeted) {
            server.rejected(peer.get());
            return false;
        }
        int frames = at + Integer.BYTES + body;
        in.putInt(frames - Token.ANSWER_BYTES - Integer.BYTES, Token.ANSWER_BYTES)
                .putInt(frames - Token.ANSWER_BYTES, Token.ANSWER);
        in.position(frames - Token.ANSWER_BYTES - Integer.BYTES);
        return complete(in, frames);
    }

    private boolean beginsTicks(TickPlan asked) {
        if (asked == null || !ticker.add(mayReceive, asked)) {
            return false;
        }
        recipient = mayReceive;
        return true;
    }

    /** Who sends one way, or is sent snapshots, waits for the hello's answer before. */
    private boolean matches(ByteBuffer in, int at, int bodyBytes) {
        if (bodyBytes == Token.TICK_BODY_BYTES) {
            return in.limit() == at + bodyBytes && beginsTicks(TickPlan.ofHello(token, in, at, bodyBytes));
        }
        oneWay = OneWay.ofHello(token, in, at, bodyBytes);
        return oneWay == null ? token.matches(in, at, bodyBytes) : in.limit() == at + bodyBytes;
    }

    /** The last message that asks for it is acknowledged, in the place of what is dropped. */
    private void acknowledge(ByteBuffer in) {
        int end = in.limit();
        int frames = 0;
        int at = in.position();
        int asked = 0;
        long arrived = 0;
        while (end - at >= Integer.BYTES) {
            int body = in.getInt(at);
            if (body < OneWay.ACKNOWLEDGEMENT_BYTES || body > Constants.MAX_BODY_BYTES) {
                server.badFrame(peer.get());
                broken = true;
                break;
            }
            if (end - at < Integer.BYTES + body) {
                break;
            }
            int sequence = in.getInt(at + Integer.BYTES);
            if (oneWay.arrived(sequence)) {
                asked = sequence;
                arrived = oneWay.arrived();
            }
            at += Integer.BYTES + body;
            frames++;
        }
        messages.add(frames);
        int from = at;
        if (arrived > 0) {
            from = at - Integer.BYTES - OneWay.ACKNOWLEDGEMENT_BYTES;
            in.putInt(from, OneWay.ACKNOWLEDGEMENT_BYTES);
            in.putInt(from + Integer.BYTES, asked).putLong(from + 2 * Integer.BYTES, arrived);
        }
        in.position(from).limit(at);
    }

    /** Sets the limit to where the complete frames from this place on end. */
    private boolean complete(ByteBuffer in, int from) {
        int end = in.limit();
        int frames = 0;
        int at = from;
        while (end - at >= Integer.BYTES) {
            int body = in.getInt(at);
            if (body < Constants.MIN_BODY_BYTES || body > Constants.MAX_BODY_BYTES) {
                server.badFrame(peer.get());
                broken = true;
                break;
            }
            if (end - at < Integer.BYTES + body) {
                break;
            }
            at += Integer.BYTES + body;
            frames++;
        }
        messages.add(frames); // before they are sent: nobody can have an answer that is not counted yet
        if (recipient != null && frames > 0) {
            ticker.input(recipient);
        }
        in.limit(at);
        return true;
    }

    /**
     * Returns how many bytes, little-endian from the position on, are complete frames that go back as they are, and
     * counts them. What it does not take is for {@link #answer}, which also judges what is wrong.
     */
    int passes(ByteBuffer in) {
        if (!greeted || token == null || oneWay != null || recipient != null || broken) {
            return 0;
        }
        int end = in.limit();
        int frames = 0;
        int at = in.position();
        while (end - at >= Integer.BYTES) {
            int body = in.getInt(at);
            if (body < Constants.MIN_BODY_BYTES || body > Constants.MAX_BODY_BYTES || end - at < Integer.BYTES + body) {
                break;
            }
            at += Integer.BYTES + body;
            frames++;
        }
        if (frames > 0) {
            messages.add(frames);
        }
        return at - in.position();
    }

    /** Nothing can be read any more: the connection must end when the last answer has gone. */
    public boolean broken() {
        return broken;
    }

    public void closed() {
        if (recipient != null) {
            ticker.remove(recipient);
        }
        server.closed(end);
    }
}
