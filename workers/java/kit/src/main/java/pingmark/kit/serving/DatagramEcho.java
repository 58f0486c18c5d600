package pingmark.kit.serving;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import pingmark.kit.process.Counter;
import pingmark.kit.protocol.Constants;
import pingmark.kit.protocol.Token;

/** Decides for a server of datagrams who may have an answer, and which. One thread uses it. */
public final class DatagramEcho {
    public static final int LARGEST_DATAGRAM = 1 << 16;

    private final Token token;
    private final Server server;
    private final Counter messages;
    private final Set<SocketAddress> peers = new LinkedHashSet<>();
    /** Most datagrams come from the peer of the one before, whose address is then the same object. */
    private SocketAddress last;
    private boolean greeted;
    private final SharingPeers sharing;

    /** Sends a datagram to a peer. */
    public interface Output {
        void send(ByteBuffer datagram, SocketAddress to) throws IOException;
    }

    public DatagramEcho(Server server) {
        this(server, null);
    }

    /** @param output by which those who asked are sent snapshots; null: nobody is */
    public DatagramEcho(Server server, Output output) {
        this.server = server;
        token = server.plan().token();
        messages = server.newCounter();
        sharing = new SharingPeers(server, messages, output);
        server.knowsPeers();
    }

    /** A buffer to receive into. */
    public static ByteBuffer buffer() {
        return ByteBuffer.allocateDirect(LARGEST_DATAGRAM).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Turns what was received, from position to limit, into its answer, to be sent to the sender. False: there is
     * none.
     */
    public boolean answer(ByteBuffer datagram, SocketAddress sender) {
        if (token == null) {
            messages.add(1);
            return true;
        }
        boolean known = sender == last || peers.contains(sender);
        greeted = hello(datagram);
        if (greeted) {
            if (!known) {
                sharing.forget(sender);
                remember(sender);
            }
            return true;
        }
        if (known) {
            last = sender;
            return echo(datagram);
        }
        if (sharing.greets(datagram, sender)) {
            answerHello(datagram);
            return true;
        }
        SharingPeers.SharingPeer peer = sharing.find(sender);
        if (peer == null) {
            server.rejected(sender);
            return false;
        }
        return sharing.answer(peer, datagram);
    }

    /** The same for a peer that has said hello, and has a socket of its own. */
    public boolean answer(ByteBuffer datagram) {
        return hello(datagram) || echo(datagram);
    }

    /** Whether the last answer to a sender was to a hello. */
    public boolean greeted() {
        return greeted;
    }

    /** Whether this is a hello, which is then its answer. */
    private boolean hello(ByteBuffer datagram) {
        if (!token.matches(datagram, datagram.position(), datagram.remaining())) {
            return false;
        }
        answerHello(datagram);
        return true;
    }

    private static void answerHello(ByteBuffer datagram) {
        int at = datagram.position();
        datagram.putInt(at, Token.ANSWER).limit(at + Token.ANSWER_BYTES);
    }

    private boolean echo(ByteBuffer datagram) {
        if (datagram.remaining() < Constants.MIN_BODY_BYTES) {
            server.badFrame();
            return false;
        }
        messages.add(1);
        return true;
    }

    /** Returns how long it is until the next snapshots are due; {@link Ticker#NEVER} where nobody is sent any. */
    public long waitNs() {
        return sharing.waitNs();
    }

    /** Sends the snapshots of one tick, if it is due: at most one, so that what arrives is received in between. */
    public void sendDue() {
        sharing.sendDue();
    }

    /** To be asked now and then: the answer is to {@link #forget}. */
    public boolean mustForget() {
        return server.mustForget();
    }

    /** Everybody has to say hello again. */
    public void forget() {
        peers.forEach(peer -> server.closed());
        peers.clear();
        sharing.forgetAll();
        last = null;
        server.forgot();
    }

    private void remember(SocketAddress sender) {
        // A server that lives long meets many: the oldest is forgotten.
        if (peers.size() == Constants.KNOWN_DATAGRAM_PEERS) {
            Iterator<SocketAddress> oldest = peers.iterator();
            oldest.next();
            oldest.remove();
            server.closed();
            last = null; // it may have been this one
        }
        peers.add(sender);
        server.opened();
    }
}
