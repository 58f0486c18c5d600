package pingmark.sockets;

import java.io.IOException;
import java.util.List;
import pingmark.kit.Stack;
import pingmark.kit.measuring.Client;
import pingmark.kit.process.VirtualThreads;
import pingmark.kit.protocol.Description;
import pingmark.kit.protocol.Description.Transport;
import pingmark.kit.serving.Listening;
import pingmark.kit.serving.Server;

/**
 * A virtual thread for each connection of the server; else as {@link TcpThreads}, whose client it has: the two differ
 * in the server's threads alone.
 */
public final class TcpVirtual implements Stack {
    private final TcpThreads blocking = new TcpThreads();

    @Override
    public Description description() {
        return new Description("java/tcp-virtual",
                "Blocking java.net.Socket, a virtual thread for each connection of the server", Transport.TCP, false,
                false, "server: a virtual thread for each connection; client: a thread for each connection",
                Description.BUFFER_BOUND, List.of())
                .takingOneWay();
    }

    @Override
    public Listening listen(Server server) throws IOException {
        return blocking.listen(server, VirtualThreads.starter());
    }

    @Override
    public void connect(Client client) throws IOException {
        blocking.connect(client);
    }
}
