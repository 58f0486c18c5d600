package pingmark.sockets;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
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

/** Opens channels in the ways that several stacks share. */
final class Channels {
    static final int BACKLOG = 1024;
    private static final int LAST_NUMBER = 65_535;
    private static final long LOOK_NS = 50_000;

    private Channels() {
    }

    /** Makes a link of a connected, non-blocking channel. */
    interface Links<L extends Link> {
        L open(SocketChannel channel) throws IOException;
    }

    /** Returns a connected, non-blocking channel. */
    static SocketChannel connect(Client client) throws IOException {
        if (client.plan().address().local()) {
            return (SocketChannel) connect(client, ChannelLink::new).channel();
        }
        SocketChannel channel = client.connectStream();
        channel.configureBlocking(false);
        return channel;
    }

    /** Connects to a local address. */
    static <L extends Link> L connect(Client client, Links<L> links) throws IOException {
        SocketChannel channel = client.keep(SocketChannel.open(client.plan().address().family()));
        L link = client.handshakes().open(() -> {
            client.plan().options().apply(channel);
            channel.connect(client.plan().address().socket());
            channel.configureBlocking(false);
            return links.open(channel);
        });
        client.effectiveOptions(SocketOptions.effective(channel));
        return link;
    }

    static ServerSocketChannel listen(ListenPlan plan) throws IOException {
        ServerSocketChannel listener = ServerSocketChannel.open(plan.address().family());
        plan.options().apply(listener);
        return plan.address().local() && plan.address().port() == 0 ? bindInFolder(listener, plan.address())
                                                                    : listener.bind(plan.address().socket(), BACKLOG);
    }

    /** Looks for the lowest free number, as the kernel does for ports. */
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
        // A listening socket does not have all options: read those of a socket set up like an accepted one.
        try (SocketChannel accepted = SocketChannel.open(plan.address().family())) {
            plan.options().apply(accepted);
            return new Listening(
                    Integer.parseInt(local.getPath().getFileName().toString()), SocketOptions.effective(accepted));
        }
    }

    /** Accepts the client of this process; fails if it does not come within the connect timeout. */
    static SocketChannel acceptNext(ServerSocketChannel listener) throws IOException {
        listener.configureBlocking(false);
        long deadline = System.nanoTime() + Constants.DEFAULT_CONNECT_TIMEOUT_NS;
        while (true) {
            SocketChannel channel = listener.accept();
            if (channel != null) {
                return channel;
            }
            if (System.nanoTime() - deadline > 0) {
                throw new IOException("the client of this process did not connect in time");
            }
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    static StreamEcho accepted(SocketChannel channel, Links<?> links, Server server, Counter messages)
            throws IOException {
        try {
            server.plan().options().apply(channel);
            channel.configureBlocking(false);
            return new StreamEcho(server, messages, links.open(channel), StreamEnds.of(channel));
        } catch (IOException | OutOfMemoryError e) {
            channel.close();
            throw e;
        }
    }
}
