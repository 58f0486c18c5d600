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

/** Answers the datagrams of a server: checks hellos and lengths. For one thread. */
public final class DatagramEcho {
    public static final int LARGEST_DATAGRAM = 1 << 16;

    private final Token token;
    private final Server server;
    private final Counter messages;
    private final Set<SocketAddress> peers = new LinkedHashSet<>();
    /** Often the next datagram is from the same peer, with the same address object. */
    private SocketAddress lastSender;
    private boolean greeted;
    private final StatefulPeers stateful;

    public interface Output {
        void send(ByteBuffer datagram, SocketAddress to) throws IOException;
    }

    public DatagramEcho(Server server) {
        this(server, null);
    }

    /** @param output sends snapshots; null: this server sends none */
    public DatagramEcho(Server server, Output output) {
        this.server = server;
        token = server.plan().token();
        messages = server.newCounter();
        stateful = new StatefulPeers(server, messages, output);
        server.knowsPeers();
    }

    /** Returns a buffer to receive into. */
    public static ByteBuffer buffer() {
        return ByteBuffer.allocateDirect(LARGEST_DATAGRAM).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Turns a datagram, from position to limit, into its answer to the sender. Returns false if there is none. */
    public boolean answer(ByteBuffer datagram, SocketAddress sender) {
        if (token == null) {
            messages.add(1);
            return true;
        }
        boolean known = sender == lastSender || peers.contains(sender);
        greeted = hello(datagram);
        if (greeted) {
            if (!known) {
                stateful.forget(sender);
                remember(sender);
            }
            return true;
        }
        if (known) {
            lastSender = sender;
            return echo(datagram);
        }
        if (stateful.greets(datagram, sender)) {
            answerHello(datagram);
            return true;
        }
        StatefulPeers.StatefulPeer peer = stateful.find(sender);
        if (peer == null) {
            server.rejected(sender);
            return false;
        }
        return stateful.answer(peer, datagram);
    }

    /** The same for a peer that has a connected socket, and so has said hello. */
    public boolean answer(ByteBuffer datagram) {
        return hello(datagram) || echo(datagram);
    }

    /** Returns whether the last answer was to a hello. */
    public boolean greeted() {
        return greeted;
    }

    /** Turns a hello into its answer. Returns whether it was one. */
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

    /** Returns the time until the next snapshots are due, or {@link Ticker#NEVER}. */
    public long waitNs() {
        return stateful.ticker().waitNs();
    }

    /** Sends the snapshots of one tick if it is due. */
    public void sendDue() {
        stateful.ticker().sendDue();
    }

    /** Returns whether the serving thread must call {@link #forget}. */
    public boolean mustForget() {
        return server.mustForget();
    }

    /** Forgets all peers: they have to say hello again. */
    public void forget() {
        peers.forEach(peer -> server.closed());
        peers.clear();
        stateful.forgetAll();
        lastSender = null;
        server.hasForgotten();
    }

    private void remember(SocketAddress sender) {
        // Bounds the memory of a long-lived server: forgets the oldest.
        if (peers.size() == Constants.KNOWN_DATAGRAM_PEERS) {
            Iterator<SocketAddress> oldest = peers.iterator();
            oldest.next();
            oldest.remove();
            server.closed();
            lastSender = null; // it may be the one just forgotten
        }
        peers.add(sender);
        server.opened();
    }
}
