package pingmark.sockets;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.Executor;
import pingmark.kit.process.Counter;
import pingmark.kit.process.WorkThread;
import pingmark.kit.protocol.Constants;
import pingmark.kit.serving.AcceptThread;
import pingmark.kit.serving.Server;
import pingmark.kit.serving.StreamEcho;
import pingmark.kit.sockets.Link;
import pingmark.kit.sockets.StreamEnds;

/** A server with a thread for each connection, blocked in its receive, and one that accepts. */
final class ConnectionThreads {
    static final Executor PLATFORM_THREADS = connection -> WorkThread.start("connection", connection);
    private static final long NS_PER_MS = 1_000_000;

    interface Links {
        Link open(Socket socket) throws IOException;
    }

    private final ServerSocket listener;
    private final Server server;
    private final Links links;
    private final Executor threads;

    private ConnectionThreads(ServerSocket listener, Server server, Links links, Executor threads) {
        this.listener = listener;
        this.server = server;
        this.links = links;
        this.threads = threads;
    }

    /** @param threads starts a thread for each connection */
    static void start(ServerSocket listener, Server server, Links links, Executor threads) throws IOException {
        ConnectionThreads serving = new ConnectionThreads(listener, server, links, threads);
        server.serveBy(serving::acceptNext, () -> AcceptThread.start(() -> serving.start(listener.accept())));
    }

    private StreamEcho acceptNext() throws IOException {
        listener.setSoTimeout((int) (Constants.DEFAULT_CONNECT_TIMEOUT_NS / NS_PER_MS));
        Socket socket = listener.accept();
        server.plan().options().apply(socket);
        return new StreamEcho(server, server.newCounter(), links.open(socket), StreamEnds.of(socket));
    }

    private void start(Socket socket) throws IOException {
        try {
            server.plan().options().apply(socket);
            Link link = links.open(socket);
            threads.execute(() -> serve(link, socket));
        } catch (IOException | OutOfMemoryError e) { // also OutOfMemoryError if the system has no more threads
            socket.close();
            throw e;
        }
    }

    private void serve(Link link, Socket socket) {
        Counter messages = server.newCounter();
        StreamEcho echo = new StreamEcho(server, messages, link, StreamEnds.of(socket));
        boolean open = true;
        while (open) {
            open = echo.serve();
        }
        server.retire(messages);
    }
}
