package pingmark.kit.serving;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import pingmark.kit.process.Counter;
import pingmark.kit.protocol.Constants;
import pingmark.kit.protocol.TickPlan;
import pingmark.kit.protocol.Token;
import pingmark.kit.sockets.LostSend;

/**
 * Keeps the peers of a datagram server that asked for something else than echoes alone. They have no channel of their
 * own.
 */
final class SharingPeers {
    private final Token token;
    private final Server server;
    private final Counter messages;
    private final Ticker ticker;
    /** By which they are sent snapshots; null: nobody is. */
    private final DatagramEcho.Output output;
    private final Map<SocketAddress, SharingPeer> peers = new HashMap<>();

    SharingPeers(Server server, Counter messages, DatagramEcho.Output output) {
        token = server.plan().token();
        this.server = server;
        this.messages = messages;
        this.output = output;
        ticker = new Ticker(server, false);
    }

    /** Keeps what a peer asked for in its hello, one of both: its messages are counted, or it is sent snapshots. */
    final class SharingPeer extends Ticker.Recipient {
        private final SocketAddress address;
        private final OneWay oneWay;
        private final TickPlan ticks;

        SharingPeer(SocketAddress address, OneWay oneWay, TickPlan ticks) {
            this.address = address;
            this.oneWay = oneWay;
            this.ticks = ticks;
        }

        private boolean askedFor(OneWay part, TickPlan plan) {
            return Objects.equals(plan, ticks) && (part == null ? oneWay == null : part.sameAs(oneWay));
        }

        @Override
        public boolean unsent() {
            return false;
        }

        /** What can't be sent is lost, like any datagram. */
        @Override
        void sendSnapshot(ByteBuffer message) {
            try {
                output.send(message, address);
            } catch (IOException e) {
                if (!LostSend.is(e)) {
                    System.err.println("snapshot: " + e.getMessage());
                }
            }
        }
    }

    /** Until the next tick; {@link Ticker#NEVER} where nobody is sent anything. */
    long waitNs() {
        return ticker.waitNs();
    }

    /** At most one tick, so that what arrives is received in between. */
    void sendDue() {
        ticker.sendDue();
    }

    /** Returns null when it is none of these. */
    SharingPeer find(SocketAddress peer) {
        return peers.get(peer);
    }

    /** Whether this is a hello that is answered: the first of its sender, or the same again. */
    boolean greets(ByteBuffer datagram, SocketAddress sender) {
        OneWay oneWay = OneWay.ofHello(token, datagram, datagram.position(), datagram.remaining());
        TickPlan ticks =
                output == null ? null : TickPlan.ofHello(token, datagram, datagram.position(), datagram.remaining());
        if (oneWay == null && ticks == null) {
            return false;
        }
        SharingPeer known = find(sender);
        if (known != null && known.askedFor(oneWay, ticks)) {
            return true;
        }
        forget(sender);
        SharingPeer peer = new SharingPeer(sender, oneWay, ticks);
        if (peers.size() == Constants.KNOWN_DATAGRAM_PEERS || ticks != null && !ticker.add(peer, ticks)) {
            return false;
        }
        peers.put(sender, peer);
        server.opened();
        return true;
    }

    /** Turns what a peer has sent into its answer. False: there is none. */
    boolean answer(SharingPeer peer, ByteBuffer datagram) {
        int least = peer.oneWay == null ? Constants.MIN_BODY_BYTES : OneWay.ACKNOWLEDGEMENT_BYTES;
        if (datagram.remaining() < least) {
            server.badFrame();
            return false;
        }
        messages.add(1);
        if (peer.oneWay == null) {
            ticker.input(peer);
            return true;
        }
        int at = datagram.position();
        if (!peer.oneWay.arrived(datagram.getInt(at))) {
            return false;
        }
        datagram.putLong(at + Integer.BYTES, peer.oneWay.arrived()).limit(at + OneWay.ACKNOWLEDGEMENT_BYTES);
        return true;
    }

    /** If it is one of these. */
    void forget(SocketAddress sender) {
        SharingPeer known = peers.remove(sender);
        if (known != null) {
            left(known);
        }
    }

    void forgetAll() {
        peers.values().forEach(this::left);
        peers.clear();
    }

    private void left(SharingPeer peer) {
        if (peer.ticks != null) {
            ticker.remove(peer);
        }
        server.closed();
    }
}
