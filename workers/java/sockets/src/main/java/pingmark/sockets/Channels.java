package pingmark.sockets;

import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import pingmark.kit.ListenPlan;
import pingmark.kit.Listening;
import pingmark.kit.ServerCounts;
import pingmark.kit.Session;
import pingmark.kit.SocketOptions;
import pingmark.kit.StreamEcho;
import pingmark.kit.Tally;

/** Opening non-blocking TCP channels, which two I/O models share. */
final class Channels {
    private static final int BACKLOG = 1024;

    private Channels() {
    }

    static SocketChannel connect(Session session) throws IOException {
        SocketChannel channel = session.keep(SocketChannel.open(session.plan().address().family()));
        session.handshakes().open(channel.socket());
        if (session.first()) {
            session.effectiveOptions(SocketOptions.effective(channel.socket()));
        }
        channel.configureBlocking(false);
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

    static StreamEcho accepted(SocketChannel channel, ListenPlan plan, ServerCounts counts, Tally messages)
            throws IOException {
        try {
            plan.options().apply(channel.socket());
            channel.configureBlocking(false);
            return new StreamEcho(plan, counts, messages, new ChannelLink(channel), channel);
        } catch (IOException | OutOfMemoryError e) {
            channel.close();
            throw e;
        }
    }
}
