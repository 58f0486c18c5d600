package pingmark.sockets;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import pingmark.kit.protocol.Constants;
import pingmark.kit.protocol.ListenPlan;
import pingmark.kit.serving.DatagramEcho;
import pingmark.kit.serving.Server;
import pingmark.kit.serving.TickPeers;
import pingmark.kit.serving.Ticker;
import pingmark.kit.sockets.AcceptFailures;
import pingmark.kit.sockets.LostSend;

/**
 * One thread that never waits, or waits in a Selector, with a channel for all peers and, unless that is switched off, a
 * connected one for each of the first: the kernel looks up no route and checks no address for what goes through it.
 */
final class UdpServer {
    /** An empty poll is a system call that every message of the other channels pays for. */
    private static final int QUIET_POLLS = 1 << 16;
    private static final int ROUNDS_PER_QUIET_POLL = 64;
    /** Of a channel that has something, before others have their turn. */
    private static final int MOST_AT_ONCE = 64;
    /** A selector waits for whole milliseconds. What is left until a tick is polled. */
    private static final long NS_PER_MS = 1_000_000;

    private final ListenPlan plan;
    private final TickPeers ticks;
    private final DatagramEcho echo;
    /** Null: nobody waits. */
    private final Selector selector;
    private final DatagramChannel listener;
    private final ByteBuffer buffer = DatagramEcho.buffer();
    private final List<Channel> channels = new ArrayList<>();
    private final Set<SocketAddress> connected = new HashSet<>();
    private final AcceptFailures failures = new AcceptFailures();

    UdpServer(Server server, Selector selector) throws IOException {
        plan = server.plan();
        ticks = new TickPeers(server, this::send);
        echo = new DatagramEcho(server, ticks);
        this.selector = selector;
        listener = open(plan.address().socket());
        channels.add(new Channel(listener, null));
    }

    DatagramChannel listener() {
        return listener;
    }

    private DatagramChannel open(SocketAddress address) throws IOException {
        DatagramChannel channel = DatagramChannel.open(plan.address().family());
        try {
            plan.options().applyToServer(channel);
            channel.setOption(StandardSocketOptions.SO_REUSEPORT, plan.connectedSockets());
            channel.bind(address);
            channel.configureBlocking(false);
            return channel;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    void serveSpinning() {
        for (int round = 0;; round++) {
            boolean all = round % ROUNDS_PER_QUIET_POLL == 0;
            if (all && echo.mustForget()) {
                forget();
            }
            for (int at = channels.size() - 1; at >= 0; at--) {
                Channel channel = channels.get(at);
                if ((all || channel.emptyPolls < QUIET_POLLS) && !channel.serve()) {
                    channels.remove(at);
                }
            }
            ticks.sendDue();
        }
    }

    void serveSelected() {
        Consumer<SelectionKey> ready = this::serve; // made once: it would be garbage of every select
        while (true) {
            if (echo.mustForget()) {
                forget();
            }
            try {
                select(ready);
                ticks.sendDue();
            } catch (IOException e) {
                System.err.println("select: " + e.getMessage());
            }
        }
    }

    private void select(Consumer<SelectionKey> ready) throws IOException {
        long tickNs = ticks.waitNs();
        if (tickNs == Ticker.NEVER) {
            selector.select(ready);
        } else if (tickNs < NS_PER_MS) {
            selector.selectNow(ready);
        } else {
            selector.select(ready, tickNs / NS_PER_MS);
        }
    }

    /** From the channel that listens. */
    private void send(ByteBuffer datagram, SocketAddress to) throws IOException {
        for (int tries = 0; tries < Constants.FULL_SOCKET_TRIES && datagram.hasRemaining(); tries++) {
            listener.send(datagram, to);
        }
    }

    private void serve(SelectionKey key) {
        Channel channel = (Channel) key.attachment();
        for (int served = 0; served < MOST_AT_ONCE; served++) {
            if (!channel.serve()) {
                channels.remove(channel);
                return;
            }
            if (channel.emptyPolls > 0) {
                return;
            }
        }
    }

    /** A peer has said hello, and gets a channel of its own if there is one left. */
    private void welcome(SocketAddress peer) {
        if (connected.size() == Constants.CONNECTED_DATAGRAM_PEERS || connected.contains(peer)) {
            return;
        }
        try {
            DatagramChannel channel = open(listener.getLocalAddress());
            try {
                channel.connect(peer);
            } catch (IOException e) {
                channel.close();
                throw e;
            }
            channels.add(new Channel(channel, peer));
            connected.add(peer);
        } catch (IOException e) { // without descriptors, for instance: it shares the one that listens
            failures.say(e);
        }
    }

    private void forget() {
        List<Channel> own = channels.subList(1, channels.size()); // the first is the one that listens
        own.forEach(Channel::close);
        own.clear();
        echo.forget();
    }

    private final class Channel {
        private final DatagramChannel channel;
        /** Null: all those that have no channel of their own. */
        private final SocketAddress peer;
        private int emptyPolls;

        Channel(DatagramChannel channel, SocketAddress peer) throws IOException {
            this.channel = channel;
            this.peer = peer;
            if (selector != null) {
                channel.register(selector, SelectionKey.OP_READ, this);
            }
        }

        /** Receives once and answers. False: the peer is gone, and the channel closed. */
        boolean serve() {
            try {
                emptyPolls = peer == null ? serveAny() : serveOne();
            } catch (IOException e) {
                if (peer != null && !LostSend.is(e)) {
                    return close();
                }
                if (!LostSend.is(e)) {
                    System.err.println("datagram: " + e.getMessage());
                }
            }
            return true;
        }

        /** Returns how many polls have been empty since something came. */
        private int serveOne() throws IOException {
            buffer.clear();
            if (channel.read(buffer) == 0) {
                return emptyPolls + 1;
            }
            if (echo.answer(buffer.flip())) {
                for (int tries = 0; tries < Constants.FULL_SOCKET_TRIES && buffer.hasRemaining(); tries++) {
                    channel.write(buffer);
                }
            }
            return 0;
        }

        private int serveAny() throws IOException {
            SocketAddress sender = channel.receive(buffer.clear());
            if (sender == null) {
                return emptyPolls + 1;
            }
            if (echo.answer(buffer.flip(), sender)) {
                if (echo.greeted() && plan.connectedSockets()) {
                    welcome(sender);
                }
                send(buffer, sender);
            }
            return 0;
        }

        private boolean close() {
            connected.remove(peer);
            try {
                channel.close();
            } catch (IOException e) {
                System.err.println("close: " + e.getMessage());
            }
            return false;
        }
    }

    int port() throws IOException {
        return ((InetSocketAddress) listener.getLocalAddress()).getPort();
    }
}
