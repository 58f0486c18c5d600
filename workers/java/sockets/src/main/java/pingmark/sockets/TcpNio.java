package pingmark.sockets;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.List;
import pingmark.kit.Stack;
import pingmark.kit.measuring.Client;
import pingmark.kit.protocol.Description;
import pingmark.kit.protocol.Description.Transport;
import pingmark.kit.serving.Listening;
import pingmark.kit.serving.Server;

/** An event loop: one thread waits for all connections with a Selector, which is epoll on Linux. */
public class TcpNio implements Stack {
    @Override
    public Description description() {
        return new Description("java/tcp-nio", "Event loop: Selector.select and non-blocking SocketChannels",
                Transport.TCP, false, true, "one thread each for server and client", Description.MEMORY_BOUND,
                List.of())
                .takingOneWay()
                .sendingUnasked()
                .inOneThread();
    }

    @Override
    public final Listening listen(Server server) throws IOException {
        return SelectorServer.start(server, !description().spins());
    }

    @Override
    public final void connect(Client client) throws IOException {
        SelectorClient selecting = new SelectorClient(client, 1);
        for (int at = 0; at < client.plan().connections(); at++) {
            SocketChannel channel = Channels.connect(client);
            selecting.add(channel, new ChannelLink(channel));
        }
    }
}
