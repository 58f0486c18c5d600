package pingmark.sockets;

import java.io.IOException;
import java.util.List;
import pingmark.kit.Stack;
import pingmark.kit.measuring.Client;
import pingmark.kit.protocol.Description;
import pingmark.kit.protocol.Description.Transport;
import pingmark.kit.serving.Listening;
import pingmark.kit.serving.Server;

/** The event loop of {@link TcpNio}, which asks its Selector again and again and never waits. */
public final class TcpSelectNow implements Stack {
    @Override
    public Description description() {
        return new Description("java/tcp-select-now",
                "Event loop that spins: Selector.selectNow and non-blocking SocketChannels", Transport.TCP, true, true,
                "one spinning thread each for server and client", Description.MEMORY_BOUND, List.of())
                .takingOneWay()
                .sendingUnasked()
                .inOneThread();
    }

    @Override
    public Listening listen(Server server) throws IOException {
        return SelectorServer.start(server, false);
    }

    @Override
    public void connect(Client client) throws IOException {
        TcpNio.open(client).neverWait();
    }
}
