package pingmark.sockets;

import java.io.IOException;
import java.util.List;
import pingmark.kit.Stack;
import pingmark.kit.measuring.Client;
import pingmark.kit.protocol.Description;
import pingmark.kit.protocol.Description.Transport;
import pingmark.kit.serving.Listening;
import pingmark.kit.serving.Server;

/** The event loop of {@link TcpNio} over Unix stream sockets. */
public final class Unix implements Stack {
    @Override
    public Description description() {
        return new Description("java/unix",
                "Unix stream sockets, event loop: Selector.select and non-blocking SocketChannels", Transport.UNIX,
                false, true, "one thread each for server and client", Description.MEMORY_BOUND, List.of())
                .sendingUnasked();
    }

    @Override
    public Listening listen(Server server) throws IOException {
        return SelectorServer.start(server, true);
    }

    @Override
    public void connect(Client client) throws IOException {
        TcpNio.open(client).waitInSelect();
    }
}
