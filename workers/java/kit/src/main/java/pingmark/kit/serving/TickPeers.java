package pingmark.kit.serving;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import pingmark.kit.protocol.Constants;
import pingmark.kit.protocol.TickPlan;
import pingmark.kit.protocol.Token;
import pingmark.kit.sockets.LostSend;
import pingmark.kit.sockets.Output;

/** Keeps the peers of a datagram server that are sent snapshots. They have no channel of their own. */
final class TickPeers {
    private final Token token;
    private final Ticker ticker;
    private final DatagramEcho.Output output;
    private final Map<SocketAddress, Peer> peers = new HashMap<>();

    TickPeers(Server server, DatagramEcho.Output output) {
        token = server.plan().token();
        ticker = new Ticker(server, false);
        this.output = output;
    }

    private final class Peer extends Ticker.Recipient {
        private final SocketAddress address;

        Peer(SocketAddress address) {
            this.address = address;
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

    int size() {
        return peers.size();
    }

    boolean contains(SocketAddress peer) {
        return peers.containsKey(peer);
    }

    /** Whether this is a hello that is answered: the first of its sender, or the same again. */
    boolean greets(ByteBuffer datagram, SocketAddress sender) {
        TickPlan plan = TickPlan.ofHello(token, datagram, datagram.position(), datagram.remaining());
        if (plan == null) {
            return false;
        }
        if (peers.containsKey(sender)) {
            return ticker.sends(plan);
        }
        Peer peer = new Peer(sender);
        if (peers.size() == Constants.KNOWN_DATAGRAM_PEERS || !ticker.add(peer, plan)) {
            return false;
        }
        peers.put(sender, peer);
        return true;
    }

    /** It has sent something. */
    void input(SocketAddress from) {
        ticker.input(peers.get(from));
    }

    /** False: it is none of these. */
    boolean forget(SocketAddress peer) {
        Peer known = peers.remove(peer);
        if (known != null) {
            ticker.remove(known);
        }
        return known != null;
    }

    void forgetAll() {
        peers.values().forEach(ticker::remove);
        peers.clear();
    }
}
