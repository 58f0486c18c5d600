package pingmark.known;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import pingmark.kit.Stack;
import pingmark.kit.measuring.Client;
import pingmark.kit.process.Counter;
import pingmark.kit.process.WorkThread;
import pingmark.kit.protocol.Description;
import pingmark.kit.protocol.Description.Transport;
import pingmark.kit.serving.AcceptThread;
import pingmark.kit.serving.Listening;
import pingmark.kit.serving.Server;
import pingmark.kit.serving.StreamEcho;
import pingmark.kit.sockets.StreamEnds;

/** A thread for each connection, which spins for the delay before it answers. It has no client. */
abstract class DelayedTcp implements Stack {
    private static final int BACKLOG = 1024;

    private final String id;
    private final Supplier<LongSupplier> delays;

    /** @param delays gives a connection its delays, in nanoseconds */
    DelayedTcp(String id, Supplier<LongSupplier> delays) {
        this.id = id;
        this.delays = delays;
    }

    @Override
    public final Description description() {
        return new Description(id, "TCP echo with a known delay", Transport.TCP, false, false,
                "a thread for each connection", Description.BUFFER_BOUND, List.of());
    }

    @Override
    public final Listening listen(Server server) throws IOException {
        ServerSocket listener = new ServerSocket();
        server.plan().options().apply(listener);
        listener.bind(server.plan().address().socket(), BACKLOG);
        AcceptThread.start(() -> start(listener.accept(), server));
        return new Listening(listener.getLocalPort(), server.plan().options().effective(listener));
    }

    private void start(Socket socket, Server server) throws IOException {
        server.plan().options().apply(socket);
        DelayedLink link = new DelayedLink(socket, delays.get());
        WorkThread.start("connection", () -> serve(link, socket, server));
    }

    private static void serve(DelayedLink link, Socket socket, Server server) {
        Counter messages = server.newCounter();
        StreamEcho echo = new StreamEcho(server, messages, link, StreamEnds.of(socket));
        boolean open = true;
        while (open) {
            open = echo.serve();
        }
        server.retire(messages);
        link.log().write();
    }

    @Override
    public final void connect(Client client) throws IOException {
        throw new IOException("known answers have servers only");
    }
}
