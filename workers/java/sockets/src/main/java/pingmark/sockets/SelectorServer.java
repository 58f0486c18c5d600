package pingmark.sockets;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;
import pingmark.kit.process.Counter;
import pingmark.kit.process.WorkThread;
import pingmark.kit.serving.Listening;
import pingmark.kit.serving.Server;
import pingmark.kit.serving.StreamEcho;
import pingmark.kit.serving.Ticker;
import pingmark.kit.sockets.Link;
import pingmark.kit.sockets.Readiness;
import pingmark.kit.sockets.SelectedAccepting;

/** One thread that accepts and serves all streams, and asks a Selector which of them are ready. */
final class SelectorServer {
    private final Server server;
    private final Counter messages;
    private final Ticker ticker;
    private final Selector selector = Selector.open();
    private final Readiness readiness = new Readiness(selector, this::serve);
    private final SelectedAccepting accepting;

    private SelectorServer(Server server, Counter messages, ServerSocketChannel listener) throws IOException {
        this.server = server;
        this.messages = messages;
        ticker = new Ticker(server);
        accepting = new SelectedAccepting(listener, selector, this::welcome);
    }

    /** @param waits in select; else it polls by selectNow */
    static Listening start(Server server, boolean waits) throws IOException {
        ServerSocketChannel listener = Channels.listen(server.plan());
        listener.configureBlocking(false);
        Counter messages = server.newCounter();
        server.serveBy(()
                               -> Channels.accepted(Channels.acceptNext(listener),
                                       channel -> SelectedLink.open(channel, waits), server, messages),
                () -> {
                    SelectorServer serving = new SelectorServer(server, messages, listener);
                    WorkThread.start("select", () -> serving.serve(waits));
                });
        return Channels.listening(server.plan(), listener);
    }

    private void serve(boolean waits) {
        while (true) {
            try {
                long waitNs = Math.min(ticker.waitNs(), accepting.waitNs());
                readiness.await(waits ? waitNs : 0);
                ticker.sendDue();
            } catch (IOException e) {
                System.err.println("select: " + e.getMessage());
            }
        }
    }

    private void serve(SelectionKey key) {
        if (accepting.isFor(key)) {
            accepting.accept();
            return;
        }
        StreamEcho echo = (StreamEcho) key.attachment();
        if (echo.serve()) {
            Readiness.watch(key, echo.unsent() ? SelectionKey.OP_WRITE : SelectionKey.OP_READ);
        }
    }

    private void welcome(SocketChannel channel) throws IOException {
        StreamEcho echo = Channels.accepted(channel, ChannelLink::new, server, messages);
        SelectionKey key = channel.register(selector, SelectionKey.OP_READ, echo);
        echo.enableSnapshots(ticker, () -> Readiness.watch(key, SelectionKey.OP_WRITE));
    }

    /** The server's end where the client's thread serves it: it asks a Selector of its own before each receive. */
    private record SelectedLink(
            SocketChannel channel, Selector selector, boolean waits, Consumer<SelectionKey> ignoreKey) implements Link {
        private static final long LONGEST_WAIT_MS = 100;

        static SelectedLink open(SocketChannel channel, boolean waits) throws IOException {
            Selector selector = Selector.open();
            channel.register(selector, SelectionKey.OP_READ);
            // One consumer for all selects, so that none allocates.
            return new SelectedLink(channel, selector, waits, key -> {});
        }

        @Override
        public int receive(ByteBuffer in) throws IOException {
            int found = waits ? selector.select(ignoreKey, LONGEST_WAIT_MS) : selector.selectNow(ignoreKey);
            return found == 0 ? 0 : channel.read(in);
        }

        @Override
        public void send(ByteBuffer out) throws IOException {
            channel.write(out);
        }
    }
}
