package pingmark.kit.serving;

import java.io.Closeable;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.function.Supplier;
import pingmark.kit.process.Counter;
import pingmark.kit.protocol.Constants;
import pingmark.kit.protocol.SnapshotPlan;
import pingmark.kit.protocol.Token;

/** The server's side of one stream, whatever does its input and output: checks the hello and frames, and answers. */
public final class FrameEcho {
    private final Token token;
    private final Server server;
    private final Counter messages;
    private final Closeable end;
    private final Supplier<SocketAddress> peer;
    private boolean greeted;
    private boolean broken;
    /** Null: messages are echoed. */
    private OneWay oneWay;
    /** Null: the server does not send snapshots. */
    private Ticker ticker;
    private Ticker.Recipient possibleRecipient;
    /** Null: the client has not asked for snapshots. */
    private Ticker.Recipient recipient;

    /**
     * @param end ends the stream, so that its serving thread closes it
     * @param peer gives null after it is not known any more
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

    /** Lets the client ask for snapshots, which then go to the recipient. */
    void enableSnapshots(Ticker from, Ticker.Recipient to) {
        ticker = from;
        possibleRecipient = to;
    }

    /**
     * Narrows received bytes, little-endian from position to limit, to those to send back: complete frames, preceded by
     * the answer to a hello. Bytes behind the new limit must be passed in again, with more. False: the connection must
     * end.
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
        int body = bytes < Integer.BYTES ? Token.HELLO_BYTES : in.getInt(at);
        boolean possible = body == Token.HELLO_BYTES || body == Token.ONE_WAY_HELLO_BYTES
                || body == Token.SNAPSHOT_HELLO_BYTES && ticker != null;
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

    private boolean beginsTicks(SnapshotPlan asked) {
        if (asked == null || !ticker.add(possibleRecipient, asked)) {
            return false;
        }
        recipient = possibleRecipient;
        return true;
    }

    /** A client that sends one way or asks for snapshots must send nothing until its hello is answered. */
    private boolean matches(ByteBuffer in, int at, int bodyBytes) {
        if (bodyBytes == Token.SNAPSHOT_HELLO_BYTES) {
            return in.limit() == at + bodyBytes && beginsTicks(SnapshotPlan.ofHello(token, in, at, bodyBytes));
        }
        oneWay = OneWay.ofHello(token, in, at, bodyBytes);
        return oneWay == null ? token.matches(in, at, bodyBytes) : in.limit() == at + bodyBytes;
    }

    /** Writes one acknowledgement, for the last message that asks for one, over the received frames. */
    private void acknowledge(ByteBuffer in) {
        int end = in.limit();
        int frames = 0;
        int at = in.position();
        int asked = 0;
        long arrived = 0;
        while (end - at >= Integer.BYTES) {
            int body = in.getInt(at);
            if (body < OneWay.ACKNOWLEDGEMENT_BYTES || body > Constants.MAX_BODY_BYTES) {
                badFrame();
                break;
            }
            if (end - at < Integer.BYTES + body) {
                break;
            }
            int sequence = in.getInt(at + Integer.BYTES);
            if (oneWay.count(sequence)) {
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

    /** Sets the limit to the end of the complete frames from an index on. */
    private boolean complete(ByteBuffer in, int from) {
        int at = countFrames(in, from);
        if (in.limit() - at >= Integer.BYTES && !isPossible(in.getInt(at))) {
            badFrame();
        }
        in.limit(at);
        return true;
    }

    /** Counts complete frames, before they are sent back: a client never has an answer that is not counted yet. */
    private int countFrames(ByteBuffer in, int from) {
        int end = in.limit();
        int frames = 0;
        int at = from;
        while (end - at >= Integer.BYTES) {
            int body = in.getInt(at);
            if (!isPossible(body) || end - at < Integer.BYTES + body) {
                break;
            }
            at += Integer.BYTES + body;
            frames++;
        }
        if (frames > 0) {
            messages.add(frames);
            if (recipient != null) {
                ticker.input(recipient);
            }
        }
        return at;
    }

    private static boolean isPossible(int bodyBytes) {
        return bodyBytes >= Constants.MIN_BODY_BYTES && bodyBytes <= Constants.MAX_BODY_BYTES;
    }

    private void badFrame() {
        server.badFrame(peer.get());
        broken = true;
    }

    /**
     * Returns the number of bytes, from the position on, that are complete frames to send back unchanged, and counts
     * them. The rest, errors included, is for {@link #answer}.
     */
    int countInPlace(ByteBuffer in) {
        if (!greeted || token == null || oneWay != null || recipient != null || broken) {
            return 0;
        }
        return countFrames(in, in.position()) - in.position();
    }

    /** Returns whether the connection must end when the last answer has been sent. */
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
