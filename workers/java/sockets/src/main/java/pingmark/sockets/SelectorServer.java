package pingmark.sockets;

import java.io.IOException;
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
import pingmark.kit.sockets.AcceptFailures;

/** One thread that accepts and serves all streams, which learns from a Selector which of them have something. */
final class SelectorServer {
    /** It waits for whole milliseconds. What is left until a tick is polled. */
    private static final long NS_PER_MS = 1_000_000;

    private final Server server;
    private final Counter messages;
    private final Selector selector;
    private final SelectionKey accepting;
    private final Ticker ticker;
    private final AcceptFailures failures = new AcceptFailures();

    private SelectorServer(Server server, ServerSocketChannel listener) throws IOException {
        this.server = server;
        messages = server.newCounter();
        ticker = new Ticker(server);
        selector = Selector.open();
        accepting = listener.register(selector, SelectionKey.OP_ACCEPT);
    }

    /** @param waits in select; else it never waits, but asks with selectNow */
    static Listening start(Server server, boolean waits) throws IOException {
        ServerSocketChannel listener = Channels.listen(server.plan());
        listener.configureBlocking(false);
        if (server.oneThread()) {
            SelectedLink.Ends ends = new SelectedLink.Ends(waits);
            Counter messages = server.newCounter();
            server.servedByClient(() -> Channels.accepted(Channels.next(listener), ends::link, server, messages));
            return Channels.listening(server.plan(), listener);
        }
        SelectorServer serving = new SelectorServer(server, listener);
        WorkThread.start("select", () -> serving.serve(waits));
        return Channels.listening(server.plan(), listener);
    }

    private void serve(boolean waits) {
        Consumer<SelectionKey> ready = this::serve; // made once: it would be garbage of every select
        while (true) {
            try {
                long restMs = failures.restMs();
                if (restMs == 0) {
                    Interest.set(accepting, SelectionKey.OP_ACCEPT);
                }
                select(ready, waits, restMs);
                ticker.sendDue();
            } catch (IOException e) {
                System.err.println("select: " + e.getMessage());
            }
        }
    }

    /** @param restMs 0: without end */
    private void select(Consumer<SelectionKey> ready, boolean waits, long restMs) throws IOException {
        long tickNs = ticker.waitNs();
        if (!waits || tickNs < NS_PER_MS) {
            selector.selectNow(ready);
        } else if (tickNs == Ticker.NEVER) {
            selector.select(ready, restMs);
        } else {
            long tickMs = tickNs / NS_PER_MS;
            selector.select(ready, restMs == 0 ? tickMs : Math.min(restMs, tickMs));
        }
    }

    private void serve(SelectionKey key) {
        if (key == accepting) {
            accept();
            return;
        }
        StreamEcho echo = (StreamEcho) key.attachment();
        if (echo.serve()) {
            Interest.set(key, echo.unsent() ? SelectionKey.OP_WRITE : SelectionKey.OP_READ);
        }
    }

    /** Without room it is not told of those that wait, and the loop serves the others. */
    private void accept() {
        ServerSocketChannel listener = (ServerSocketChannel) accepting.channel();
        try {
            failures.requireRoom();
            for (SocketChannel channel; (channel = listener.accept()) != null; failures.requireRoom()) {
                StreamEcho echo = Channels.accepted(channel, server, messages);
                SelectionKey key = channel.register(selector, SelectionKey.OP_READ, echo);
                echo.takesTicks(ticker, () -> Interest.set(key, SelectionKey.OP_WRITE));
                failures.accepted();
            }
        } catch (IOException | OutOfMemoryError e) {
            failures.sayAndRest(e);
            Interest.set(accepting, 0);
        }
    }
}
