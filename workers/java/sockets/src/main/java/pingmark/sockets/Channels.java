package pingmark.sockets;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.DatagramChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.locks.LockSupport;
import pingmark.kit.measuring.Client;
import pingmark.kit.process.Counter;
import pingmark.kit.protocol.Address;
import pingmark.kit.protocol.Constants;
import pingmark.kit.protocol.ListenPlan;
import pingmark.kit.protocol.SocketOptions;
import pingmark.kit.serving.Listening;
import pingmark.kit.serving.Server;
import pingmark.kit.serving.StreamEcho;
import pingmark.kit.sockets.Link;
import pingmark.kit.sockets.StreamEnds;

/** Opening channels, which several I/O models share. */
final class Channels {
    private static final int BACKLOG = 1024;
    private static final int LAST_NUMBER = 65_535;
    private static final long LOOK_NS = 50_000;

    private Channels() {
    }

    /** What is used in place of a channel as it is. */
    interface Opening<L extends Link> {
        /** @param channel connected, and not blocking */
        L of(Client client, SocketChannel channel) throws IOException;
    }

    /** Non-blocking; of TCP, or local. */
    static SocketChannel connect(Client client) throws IOException {
        if (client.plan().address().local()) {
            return (SocketChannel) connect(client, (plan, channel) -> new ChannelLink(channel)).channel();
        }
        SocketChannel channel = client.keep(SocketChannel.open(client.plan().address().family()));
        client.handshakes().open(channel.socket());
        channel.configureBlocking(false);
        if (client.first()) {
            client.effectiveOptions(SocketOptions.effective(channel.socket()));
        }
        return channel;
    }

    /** Local. */
    static <L extends Link> L connect(Client client, Opening<L> opening) throws IOException {
        SocketChannel channel = client.keep(SocketChannel.open(client.plan().address().family()));
        L link = client.handshakes().open(() -> {
            client.plan().options().apply(channel);
            channel.connect(client.plan().address().socket());
            channel.configureBlocking(false);
            return opening.of(client, channel);
        });
        if (client.first()) {
            client.effectiveOptions(SocketOptions.effective(channel));
        }
        return link;
    }

    static DatagramChannel connectDatagrams(Client client) throws IOException {
        DatagramChannel channel = client.keep(DatagramChannel.open(client.plan().address().family()));
        client.handshakes().open(channel);
        if (client.first()) {
            client.effectiveOptions(SocketOptions.effective(channel));
        }
        return channel;
    }

    static ServerSocketChannel listen(ListenPlan plan) throws IOException {
        ServerSocketChannel listener = ServerSocketChannel.open(plan.address().family());
        plan.options().apply(listener);
        return plan.address().local() && plan.address().port() == 0 ? bindInFolder(listener, plan.address())
                                                                    : listener.bind(plan.address().socket(), BACKLOG);
    }

    /** In a folder it is not the kernel that looks for a free number. */
    private static ServerSocketChannel bindInFolder(ServerSocketChannel listener, Address folder) throws IOException {
        for (int number = 1;; number++) {
            UnixDomainSocketAddress next = (UnixDomainSocketAddress) folder.numbered(number).socket();
            try {
                return listener.bind(next, BACKLOG);
            } catch (BindException e) {
                if (number == LAST_NUMBER || !next.getPath().toFile().exists()) {
                    throw e;
                }
            }
        }
    }

    static Listening listening(ListenPlan plan, ServerSocketChannel listener) throws IOException {
        if (listener.getLocalAddress() instanceof InetSocketAddress ip) {
            return new Listening(ip.getPort(), plan.options().effective(listener.socket()));
        }
        UnixDomainSocketAddress local = (UnixDomainSocketAddress) listener.getLocalAddress();
        // The options of a socket that is set up like an accepted one.
        try (SocketChannel accepted = SocketChannel.open(plan.address().family())) {
            plan.options().apply(accepted);
            return new Listening(
                    Integer.parseInt(local.getPath().getFileName().toString()), SocketOptions.effective(accepted));
        }
    }

    /** How a server receives from a channel and sends to it. */
    interface Links {
        /** @param channel accepted, and not blocking */
        Link of(SocketChannel channel) throws IOException;
    }

    /** The connection that is on its way; gives up after a while. */
    static SocketChannel next(ServerSocketChannel listener) throws IOException {
        listener.configureBlocking(false);
        long deadline = System.nanoTime() + Constants.DEFAULT_CONNECT_TIMEOUT_NS;
        while (true) {
            SocketChannel channel = listener.accept();
            if (channel != null) {
                return channel;
            }
            if (System.nanoTime() - deadline > 0) {
                throw new IOException("no client came to be served by its own thread");
            }
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    static StreamEcho accepted(SocketChannel channel, Server server, Counter messages) throws IOException {
        return accepted(channel, ChannelLink::new, server, messages);
    }

    static StreamEcho accepted(SocketChannel channel, Links links, Server server, Counter messages) throws IOException {
        try {
            server.plan().options().apply(channel);
            channel.configureBlocking(false);
            return new StreamEcho(server, messages, links.of(channel), StreamEnds.of(channel));
        } catch (IOException | OutOfMemoryError e) {
            channel.close();
            throw e;
        }
    }
}
