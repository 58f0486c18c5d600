package pingmark.kit.serving;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
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
    /** Those whose messages go one way. */
    private final Map<SocketAddress, OneWay> oneWay = new HashMap<>();
    /** Those that are sent snapshots; null: nobody is. */
    private final TickPeers ticks;

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
        ticks = output == null ? null : new TickPeers(server, output);
        token = server.plan().token();
        messages = server.newCounter();
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
                if (oneWay.remove(sender) != null) {
                    server.closed();
                }
                if (ticks != null && ticks.forget(sender)) {
                    server.closed();
                }
                remember(sender);
            }
            return true;
        }
        if (known) {
            last = sender;
            return echo(datagram);
        }
        if (ticks != null && greetsRecipient(datagram, sender)) {
            return true;
        }
        return ticks != null && ticks.contains(sender) ? input(datagram, sender) : acknowledge(datagram, sender);
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
        int at = datagram.position();
        if (!token.matches(datagram, at, datagram.remaining())) {
            return false;
        }
        datagram.putInt(at, Token.ANSWER).limit(at + Token.ANSWER_BYTES);
        return true;
    }

    private boolean greetsRecipient(ByteBuffer datagram, SocketAddress sender) {
        int before = ticks.size();
        if (!ticks.greets(datagram, sender)) {
            return false;
        }
        if (ticks.size() > before) {
            server.opened();
        }
        int at = datagram.position();
        datagram.putInt(at, Token.ANSWER).limit(at + Token.ANSWER_BYTES);
        return true;
    }

    private boolean input(ByteBuffer datagram, SocketAddress sender) {
        if (!echo(datagram)) {
            return false;
        }
        ticks.input(sender);
        return true;
    }

    /** Who sends one way has no socket of its own. */
    private boolean acknowledge(ByteBuffer datagram, SocketAddress sender) {
        int at = datagram.position();
        OneWay peer = oneWay.get(sender);
        OneWay begun = OneWay.ofHello(token, datagram, at, datagram.remaining());
        if (begun != null && (peer != null || oneWay.size() < Constants.KNOWN_DATAGRAM_PEERS)) {
            if (oneWay.putIfAbsent(sender, begun) == null) {
                server.opened();
            }
            datagram.putInt(at, Token.ANSWER).limit(at + Token.ANSWER_BYTES);
            return true;
        }
        if (peer == null) {
            server.rejected(sender);
            return false;
        }
        if (datagram.remaining() < OneWay.ACKNOWLEDGEMENT_BYTES) {
            server.badFrame();
            return false;
        }
        messages.add(1);
        if (!peer.arrived(datagram.getInt(at))) {
            return false;
        }
        datagram.putLong(at + Integer.BYTES, peer.arrived()).limit(at + OneWay.ACKNOWLEDGEMENT_BYTES);
        return true;
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
        return ticks.waitNs();
    }

    /** Sends the snapshots of one tick, if it is due: at most one, so that what arrives is received in between. */
    public void sendDue() {
        ticks.sendDue();
    }

    /** To be asked now and then: the answer is to {@link #forget}. */
    public boolean mustForget() {
        return server.mustForget();
    }

    /** Everybody has to say hello again. */
    public void forget() {
        peers.forEach(peer -> server.closed());
        peers.clear();
        oneWay.keySet().forEach(peer -> server.closed());
        oneWay.clear();
        if (ticks != null) {
            for (int left = ticks.size(); left > 0; left--) {
                server.closed();
            }
            ticks.forgetAll();
        }
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
