package pingmark.sockets;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.function.Consumer;
import pingmark.kit.AcceptFailures;
import pingmark.kit.Client;
import pingmark.kit.Connection;
import pingmark.kit.Counter;
import pingmark.kit.Description;
import pingmark.kit.Description.Transport;
import pingmark.kit.Lane;
import pingmark.kit.Listening;
import pingmark.kit.Server;
import pingmark.kit.Stack;
import pingmark.kit.StreamEcho;
import pingmark.kit.WorkThread;

/** One thread that waits for all connections with a Selector, which is epoll on Linux. */
public final class TcpNio implements Stack {
    /** A selector waits for whole milliseconds. What is left until a message is due is polled. */
    private static final long NS_PER_MS = 1_000_000;

    @Override
    public Description description() {
        return new Description("java/tcp-nio", "Event loop: Selector.select and non-blocking SocketChannels",
                Transport.TCP, false, true, "one thread each for server and client", Description.MEMORY_BOUND,
                List.of());
    }

    @Override
    public Listening listen(Server server) throws IOException {
        ServerSocketChannel listener = Channels.listen(server.plan());
        listener.configureBlocking(false);
        Selector selector = Selector.open();
        SelectionKey accepting = listener.register(selector, SelectionKey.OP_ACCEPT);
        Counter messages = server.newCounter();
        WorkThread.start("select", () -> serve(selector, accepting, server, messages));
        return Channels.listening(server.plan(), listener);
    }

    private static void serve(Selector selector, SelectionKey accepting, Server server, Counter messages) {
        AcceptFailures failures = new AcceptFailures();
        Consumer<SelectionKey> ready = key -> { // made once: it would be garbage of every select
            if (key == accepting) {
                accept(accepting, server, messages, failures);
            } else {
                serve(key, (StreamEcho) key.attachment());
            }
        };
        while (true) {
            try {
                long restMs = failures.restMs();
                if (restMs == 0) {
                    waitFor(accepting, SelectionKey.OP_ACCEPT);
                }
                selector.select(ready, restMs); // 0: without end
            } catch (IOException e) {
                System.err.println("select: " + e.getMessage());
            }
        }
    }

    /** Without room it is not told of those that wait, and the loop serves the others. */
    private static void accept(SelectionKey accepting, Server server, Counter messages, AcceptFailures failures) {
        ServerSocketChannel listener = (ServerSocketChannel) accepting.channel();
        try {
            failures.requireRoom();
            for (SocketChannel channel; (channel = listener.accept()) != null; failures.requireRoom()) {
                StreamEcho echo = Channels.accepted(channel, server, messages);
                channel.register(accepting.selector(), SelectionKey.OP_READ, echo);
                failures.accepted();
            }
        } catch (IOException | OutOfMemoryError e) {
            failures.sayAndRest(e);
            waitFor(accepting, 0);
        }
    }

    private static void serve(SelectionKey key, StreamEcho echo) {
        if (echo.serve()) {
            waitFor(key, echo.unsent() ? SelectionKey.OP_WRITE : SelectionKey.OP_READ);
        }
    }

    private static void waitFor(SelectionKey key, int operations) {
        if (key.interestOps() != operations) {
            key.interestOps(operations);
        }
    }

    @Override
    public void connect(Client client) throws IOException {
        Lane lane = client.newLane();
        Selector selector = client.keep(Selector.open());
        for (int at = 0; at < client.plan().connections(); at++) {
            SocketChannel channel = Channels.connect(client);
            channel.register(selector, SelectionKey.OP_READ, lane.add(new ChannelLink(channel)));
        }
        lane.onMeasure(() -> measure(lane, selector));
    }

    private static void measure(Lane lane, Selector selector) {
        Consumer<SelectionKey> ready = TcpNio::ready;
        for (SelectionKey key : selector.keys()) {
            waitFor(key, wanted((Connection) key.attachment())); // the first messages were sent before this loop
        }
        try {
            while (lane.running()) {
                long waitMs = lane.waitNs() / NS_PER_MS;
                if (waitMs > 0) {
                    selector.select(ready, waitMs);
                } else {
                    selector.selectNow(ready);
                }
                lane.endPass();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("select", e);
        }
    }

    private static void ready(SelectionKey key) {
        Connection connection = (Connection) key.attachment();
        if (connection.unsent()) {
            connection.resend();
        }
        connection.receive();
        waitFor(key, wanted(connection));
    }

    private static int wanted(Connection connection) {
        return connection.unsent() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ;
    }
}
