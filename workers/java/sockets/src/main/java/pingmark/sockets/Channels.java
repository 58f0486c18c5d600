package pingmark.sockets;

import java.io.IOException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import pingmark.kit.Client;
import pingmark.kit.Counter;
import pingmark.kit.ListenPlan;
import pingmark.kit.Listening;
import pingmark.kit.Server;
import pingmark.kit.SocketOptions;
import pingmark.kit.StreamEcho;

/** Opening channels, which several I/O models share. */
final class Channels {
    private static final int BACKLOG = 1024;

    private Channels() {
    }

    static SocketChannel connect(Client client) throws IOException {
        SocketChannel channel = client.keep(SocketChannel.open(client.plan().address().family()));
        client.handshakes().open(channel.socket());
        if (client.first()) {
            client.effectiveOptions(SocketOptions.effective(channel.socket()));
        }
        channel.configureBlocking(false);
        return channel;
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
        plan.options().apply(listener.socket());
        return listener.bind(plan.address().socket(), BACKLOG);
    }

    static Listening listening(ListenPlan plan, ServerSocketChannel listener) throws IOException {
        return new Listening(listener.socket().getLocalPort(), plan.options().effective(listener.socket()));
    }

    static StreamEcho accepted(SocketChannel channel, Server server, Counter messages) throws IOException {
        try {
            server.plan().options().apply(channel.socket());
            channel.configureBlocking(false);
            return new StreamEcho(server, messages, new ChannelLink(channel), channel.socket());
        } catch (IOException | OutOfMemoryError e) {
            channel.close();
            throw e;
        }
    }
}
