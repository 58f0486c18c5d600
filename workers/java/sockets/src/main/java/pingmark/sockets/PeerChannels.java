package pingmark.sockets;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import pingmark.kit.protocol.Constants;
import pingmark.kit.protocol.ListenPlan;
import pingmark.kit.protocol.SocketOptions;
import pingmark.kit.serving.DatagramEcho;
import pingmark.kit.serving.Listening;
import pingmark.kit.serving.Server;
import pingmark.kit.sockets.AcceptFailures;

/**
 * A server's channels of datagrams: one for all peers and, unless that is switched off, a connected one for each of the
 * first: the kernel looks up no route and checks no address for what goes through it. One thread serves them.
 */
final class PeerChannels {
    /** What becomes of a channel that is new. */
    interface Opened {
        void opened(PeerChannel channel) throws IOException;
    }

    private final ListenPlan plan;
    private final boolean connects;
    private final DatagramEcho echo;
    private final DatagramChannel listener;
    private final Opened opened;
    private final ByteBuffer buffer = DatagramEcho.buffer();
    private final List<PeerChannel> all = new ArrayList<>();
    private final Set<SocketAddress> connected = new HashSet<>();
    private final AcceptFailures failures = new AcceptFailures();

    PeerChannels(Server server, Opened opened) throws IOException {
        this.opened = opened;
        plan = server.plan();
        connects = plan.connectedSockets();
        echo = new DatagramEcho(server, this::send);
        listener = open(plan.address().socket());
        add(new PeerChannel(this, listener, null));
    }

    private DatagramChannel open(SocketAddress address) throws IOException {
        DatagramChannel channel = DatagramChannel.open(plan.address().family());
        try {
            plan.options().applyToServer(channel);
            channel.setOption(StandardSocketOptions.SO_REUSEPORT, connects);
            channel.bind(address);
            channel.configureBlocking(false);
            return channel;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private void add(PeerChannel channel) throws IOException {
        opened.opened(channel);
        all.add(channel);
    }

    Listening listening() throws IOException {
        int port = ((InetSocketAddress) listener.getLocalAddress()).getPort();
        return new Listening(port, SocketOptions.effective(listener));
    }

    DatagramEcho echo() {
        return echo;
    }

    /** Returns what all of them receive into, one after the other. */
    ByteBuffer buffer() {
        return buffer;
    }

    int size() {
        return all.size();
    }

    PeerChannel get(int at) {
        return all.get(at);
    }

    /** Sends from the channel that listens. */
    void send(ByteBuffer datagram, SocketAddress to) throws IOException {
        for (int tries = 0; tries < Constants.FULL_SOCKET_TRIES && datagram.hasRemaining(); tries++) {
            listener.send(datagram, to);
        }
    }

    /** Gives a peer that has said hello a channel of its own, if there is one left. */
    void welcome(SocketAddress peer) {
        boolean full = connected.size() == Constants.CONNECTED_DATAGRAM_PEERS;
        if (!connects || full || connected.contains(peer)) {
            return;
        }
        try {
            DatagramChannel channel = open(listener.getLocalAddress());
            try {
                add(new PeerChannel(this, channel.connect(peer), peer));
            } catch (IOException e) {
                channel.close();
                throw e;
            }
            connected.add(peer);
        } catch (IOException e) { // without descriptors, for instance: it shares the one that listens
            failures.say(e);
        }
    }

    /** The peer of this channel is gone, and the channel closed. */
    void remove(PeerChannel channel) {
        connected.remove(channel.peer());
        all.remove(channel);
    }

    /** When the server has to: all peers say hello again. */
    void forgetIfTold() {
        if (!echo.mustForget()) {
            return;
        }
        while (all.size() > 1) { // the first is the one that listens
            all.get(all.size() - 1).close();
        }
        echo.forget();
    }
}
