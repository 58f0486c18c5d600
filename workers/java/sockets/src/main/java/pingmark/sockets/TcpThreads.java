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
import pingmark.kit.protocol.SocketOptions;
import pingmark.kit.serving.Listening;
import pingmark.kit.serving.Server;

/**
 * A thread for each connection, blocked in the read of a java.net.Socket: the classic that most blocking Java servers
 * and drivers are built on, rather than a SocketChannel in blocking mode.
 */
public final class TcpThreads implements Stack {
    private static final int BACKLOG = 1024;
    private static final long NS_PER_MS = 1_000_000;

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
        for (int at = 0; at < client.plan().connections(); at++) {
            Socket socket = client.keep(new Socket());
            client.handshakes().open(socket);
            if (client.first()) {
                client.effectiveOptions(SocketOptions.effective(socket));
            }
            Lane lane = client.newLane();
            SocketLink link = new SocketLink(socket);
            Connection connection = lane.add(link);
            lane.onMeasure(() -> measure(lane, connection, link));
        }
    }

    private static void measure(Lane lane, Connection connection, SocketLink link) {
        while (lane.running()) {
            long wait = lane.waitNs();
            if (wait > 0 || link.readable()) {
                link.waitAtMost((int) (wait / NS_PER_MS) + 1);
                connection.receive();
            }
            lane.endPass();
        }
    }
}
