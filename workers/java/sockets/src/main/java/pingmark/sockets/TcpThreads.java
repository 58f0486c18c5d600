package pingmark.sockets;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.Executor;
import pingmark.kit.Stack;
import pingmark.kit.measuring.Client;
import pingmark.kit.measuring.Connection;
import pingmark.kit.measuring.Lane;
import pingmark.kit.protocol.Description;
import pingmark.kit.protocol.Description.Transport;
import pingmark.kit.serving.Listening;
import pingmark.kit.serving.Server;

/**
 * A thread for each connection, blocked in the read of a java.net.Socket: the classic that most blocking Java servers
 * and drivers are built on, rather than a SocketChannel in blocking mode.
 */
public final class TcpThreads implements Stack {
    private static final int BACKLOG = 1024;

    @Override
    public Description description() {
        return new Description("java/tcp-threads", "Blocking java.net.Socket, a thread for each connection",
                Transport.TCP, false, false, "a thread for each connection, in server and client",
                Description.BUFFER_BOUND, List.of())
                .takingOneWay()
                .inOneThread();
    }

    @Override
    public Listening listen(Server server) throws IOException {
        return listen(server, ConnectionThreads::startThread);
    }

    Listening listen(Server server, Executor threads) throws IOException {
        ServerSocket listener = new ServerSocket();
        server.plan().options().apply(listener);
        listener.bind(server.plan().address().socket(), BACKLOG);
        ConnectionThreads.start(listener, server, SocketLink::new, threads);
        return new Listening(listener.getLocalPort(), server.plan().options().effective(listener));
    }

    @Override
    public void connect(Client client) throws IOException {
        BlockingClient.connect(client, Socket::new, TcpThreads::measure);
    }

    private static void measure(Lane lane, Connection connection, SocketLink link) {
        while (lane.running()) {
            long wait = lane.waitNs();
            if (wait > 0 || link.readable()) {
                BlockingClient.await(link, wait);
                connection.receive();
            }
            lane.endPass();
        }
    }
}
