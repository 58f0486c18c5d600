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
public class TcpThreads implements Stack {
    static final long NS_PER_MS = 1_000_000;

    interface NewSocket {
        Socket open() throws IOException;
    }

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
        return listen(server, new ServerSocket());
    }

    final Listening listen(Server server, ServerSocket listener) throws IOException {
        server.plan().options().apply(listener);
        listener.bind(server.plan().address().socket(), Channels.BACKLOG);
        ConnectionThreads.start(listener, server, SocketLink::new, serverThreads());
        return new Listening(listener.getLocalPort(), server.plan().options().effective(listener));
    }

    /** Starts the thread of each accepted connection. */
    Executor serverThreads() {
        return ConnectionThreads.PLATFORM_THREADS;
    }

    @Override
    public void connect(Client client) throws IOException {
        connect(client, Socket::new);
    }

    final void connect(Client client, NewSocket sockets) throws IOException {
        for (int at = 0; at < client.plan().connections(); at++) {
            Socket socket = client.connect(sockets.open());
            Lane lane = client.newLane();
            SocketLink link = new SocketLink(socket);
            Connection connection = lane.add(link);
            lane.onMeasure(() -> measure(lane, connection, link));
        }
    }

    void measure(Lane lane, Connection connection, SocketLink link) {
        while (lane.running()) {
            long waitNs = lane.waitNs();
            if (waitNs > 0 || link.readable()) {
                link.waitAtMost((int) (waitNs / NS_PER_MS) + 1);
                connection.receive();
            }
            lane.endPass();
        }
    }
}
