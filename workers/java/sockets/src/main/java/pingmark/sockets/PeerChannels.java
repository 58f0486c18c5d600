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
import pingmark.kit.sockets.Failures;

/**
 * The datagram channels of a server, served by one thread: one that listens for all peers, and by default a connected
 * one for each of the first peers. On a connected channel the kernel looks up no route and checks no address.
 */
final class PeerChannels {
    /** Is called with each new channel, the one that listens included. */
    interface OnOpen {
        void opened(PeerChannel channel) throws IOException;
    }

    private final ListenPlan plan;
    private final boolean connects;
    private final DatagramEcho echo;
    private final DatagramChannel listener;
    private final OnOpen onOpen;
    /** All channels receive into it, one after the other. */
    private final ByteBuffer buffer = DatagramEcho.buffer();
    /** The first is the one that listens. */
    private final List<PeerChannel> channels = new ArrayList<>();
    private final Set<SocketAddress> connected = new HashSet<>();
    private final AcceptFailures failures = new AcceptFailures();

    PeerChannels(Server server, OnOpen onOpen) throws IOException {
        this.onOpen = onOpen;
        plan = server.plan();
        connects = plan.connectedSockets();
        echo = new DatagramEcho(server, this::send);
        listener = open(plan.address().socket());
        add(new PeerChannel(listener, null));
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
        onOpen.opened(channel);
        channels.add(channel);
    }

    Listening listening() throws IOException {
        int port = ((InetSocketAddress) listener.getLocalAddress()).getPort();
        return new Listening(port, SocketOptions.effective(listener));
    }

    DatagramEcho echo() {
        return echo;
    }

    int size() {
        return channels.size();
    }

    PeerChannel get(int at) {
        return channels.get(at);
    }

    private void send(ByteBuffer datagram, SocketAddress to) throws IOException {
        for (int tries = 0; tries < Constants.FULL_SOCKET_TRIES && datagram.hasRemaining(); tries++) {
            listener.send(datagram, to);
        }
    }

    /** Gives a peer that has said hello a channel of its own, if the limit allows. */
    private void welcome(SocketAddress peer) {
        boolean full = connected.size() == Constants.CONNECTED_DATAGRAM_PEERS;
        if (!connects || full || connected.contains(peer)) {
            return;
        }
        try {
            DatagramChannel channel = open(listener.getLocalAddress());
            try {
                add(new PeerChannel(channel.connect(peer), peer));
            } catch (IOException e) {
                channel.close();
                throw e;
            }
            connected.add(peer);
        } catch (IOException e) { // for example no descriptors are left: the peer stays on the channel that listens
            failures.log(e);
        }
    }

    /** If the server must forget its peers: all of them have to say hello again. */
    void forgetPeersOnRequest() {
        if (!echo.mustForget()) {
            return;
        }
        while (channels.size() > 1) {
            channels.get(channels.size() - 1).close();
        }
        echo.forget();
    }

    /** A channel connected to one peer, or the one that listens for all others. */
    final class PeerChannel {
        private final DatagramChannel channel;
        /** Null: this one listens. */
        private final SocketAddress peer;
        private int emptyPolls;

        private PeerChannel(DatagramChannel channel, SocketAddress peer) {
            this.channel = channel;
            this.peer = peer;
        }

        DatagramChannel channel() {
            return channel;
        }

        /** Returns the number of polls without a datagram since the last one. */
        int emptyPolls() {
            return emptyPolls;
        }

        /** Receives once and answers. Returns whether a datagram came. Closes the channel of a peer that has gone. */
        boolean serve() {
            try {
                boolean received = peer == null ? serveAny() : servePeer();
                emptyPolls = received ? 0 : emptyPolls + 1;
                return received;
            } catch (IOException e) {
                if (Failures.isLostDatagram(e)) {
                    return true;
                }
                if (peer != null) {
                    close();
                    return false;
                }
                System.err.println("datagram: " + e.getMessage());
                return true;
            }
        }

        private boolean servePeer() throws IOException {
            if (channel.read(buffer.clear()) == 0) {
                return false;
            }
            if (echo.answer(buffer.flip())) {
                for (int tries = 0; tries < Constants.FULL_SOCKET_TRIES && buffer.hasRemaining(); tries++) {
                    channel.write(buffer);
                }
            }
            return true;
        }

        private boolean serveAny() throws IOException {
            SocketAddress sender = channel.receive(buffer.clear());
            if (sender == null) {
                return false;
            }
            if (echo.answer(buffer.flip(), sender)) {
                if (echo.greeted()) {
                    welcome(sender);
                }
                send(buffer, sender);
            }
            return true;
        }

        private void close() {
            connected.remove(peer);
            channels.remove(this);
            try {
                channel.close();
            } catch (IOException e) {
                System.err.println("close: " + e.getMessage());
            }
        }
    }
}
