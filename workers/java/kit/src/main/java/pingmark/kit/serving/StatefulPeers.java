package pingmark.kit.serving;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import pingmark.kit.process.Counter;
import pingmark.kit.protocol.Constants;
import pingmark.kit.protocol.SnapshotPlan;
import pingmark.kit.protocol.Token;
import pingmark.kit.sockets.Failures;

/** The peers of a datagram server that send one way or get snapshots. They have no connected sockets. */
final class StatefulPeers {
    private final Token token;
    private final Server server;
    private final Counter messages;
    private final Ticker ticker;
    /** Sends snapshots; null: this server sends none. */
    private final DatagramEcho.Output output;
    private final Map<SocketAddress, StatefulPeer> peers = new HashMap<>();

    StatefulPeers(Server server, Counter messages, DatagramEcho.Output output) {
        token = server.plan().token();
        this.server = server;
        this.messages = messages;
        this.output = output;
        ticker = new Ticker(server, false);
    }

    /** A peer; one of one-way counts and snapshot plan is null. */
    final class StatefulPeer extends Ticker.Recipient {
        private final SocketAddress address;
        private final OneWay oneWay;
        private final SnapshotPlan snapshots;

        StatefulPeer(SocketAddress address, OneWay oneWay, SnapshotPlan snapshots) {
            this.address = address;
            this.oneWay = oneWay;
            this.snapshots = snapshots;
        }

        private boolean askedFor(OneWay part, SnapshotPlan plan) {
            return Objects.equals(plan, snapshots) && (part == null ? oneWay == null : part.hasSamePart(oneWay));
        }

        @Override
        public boolean unsent() {
            return false;
        }

        /** A snapshot that can't be sent is lost, like any datagram. */
        @Override
        void sendSnapshot(ByteBuffer message) {
            try {
                output.send(message, address);
            } catch (IOException e) {
                if (!Failures.isLostDatagram(e)) {
                    System.err.println("snapshot: " + e.getMessage());
                }
            }
        }
    }

    Ticker ticker() {
        return ticker;
    }

    /** Returns null if it is not one of these peers. */
    StatefulPeer find(SocketAddress peer) {
        return peers.get(peer);
    }

    /** Returns whether this is a hello to answer. Another hello than the peer's last one makes it begin anew. */
    boolean greets(ByteBuffer datagram, SocketAddress sender) {
        OneWay oneWay = OneWay.ofHello(token, datagram, datagram.position(), datagram.remaining());
        SnapshotPlan snapshots = output == null
                ? null
                : SnapshotPlan.ofHello(token, datagram, datagram.position(), datagram.remaining());
        if (oneWay == null && snapshots == null) {
            return false;
        }
        StatefulPeer known = find(sender);
        if (known != null && known.askedFor(oneWay, snapshots)) {
            return true;
        }
        forget(sender);
        StatefulPeer peer = new StatefulPeer(sender, oneWay, snapshots);
        if (peers.size() == Constants.KNOWN_DATAGRAM_PEERS || snapshots != null && !ticker.add(peer, snapshots)) {
            return false;
        }
        peers.put(sender, peer);
        server.opened();
        return true;
    }

    /** Turns a peer's message into its answer. Returns false if there is none. */
    boolean answer(StatefulPeer peer, ByteBuffer datagram) {
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
        if (!peer.oneWay.count(datagram.getInt(at))) {
            return false;
        }
        datagram.putLong(at + Integer.BYTES, peer.oneWay.arrived()).limit(at + OneWay.ACKNOWLEDGEMENT_BYTES);
        return true;
    }

    void forget(SocketAddress sender) {
        StatefulPeer known = peers.remove(sender);
        if (known != null) {
            left(known);
        }
    }

    void forgetAll() {
        peers.values().forEach(this::left);
        peers.clear();
    }

    private void left(StatefulPeer peer) {
        if (peer.snapshots != null) {
            ticker.remove(peer);
        }
        server.closed();
    }
}
