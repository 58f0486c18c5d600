package pingmark.sockets;

import java.io.IOException;
import java.util.List;
import pingmark.kit.Stack;
import pingmark.kit.measuring.Client;
import pingmark.kit.protocol.Description;
import pingmark.kit.protocol.Description.Transport;
import pingmark.kit.serving.Listening;
import pingmark.kit.serving.Server;

/** One thread that never waits: it polls every connection in turn. */
public final class TcpSpin implements Stack {
    @Override
    public Description description() {
        return new Description("java/tcp-spin", "Non-blocking SocketChannel.read in a busy loop over all connections",
                Transport.TCP, true, true,
                "server: one spinning thread and one that accepts; client: one spinning thread",
                Description.MEMORY_BOUND, List.of())
                .takingOneWay()
                .inOneThread();
    }

    @Override
    public Listening listen(Server server) throws IOException {
        return SpinServer.start(
                server, (channel, messages) -> Channels.accepted(channel, ChannelLink::new, server, messages));
    }

    @Override
    public void connect(Client client) throws IOException {
        SpinClient.start(client, () -> new ChannelLink(Channels.connect(client)));
    }
}
