package pingmark.sockets;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;
import pingmark.kit.AcceptFailures;
import pingmark.kit.Description;
import pingmark.kit.Description.Transport;
import pingmark.kit.Flow;
import pingmark.kit.Lane;
import pingmark.kit.ListenPlan;
import pingmark.kit.Listening;
import pingmark.kit.ServerCounts;
import pingmark.kit.Session;
import pingmark.kit.Stack;
import pingmark.kit.StreamEcho;
import pingmark.kit.Tally;
import pingmark.kit.WorkThread;

/** One thread that waits for all connections with a Selector, which is epoll on Linux. */
public final class TcpNio implements Stack {
    /** So that a client notices losses and its end. */
    private static final long TIMEOUT_MS = 50;

    @Override
    public Description description() {
        return new Description("java/tcp-nio", "Event loop: Selector.select and non-blocking SocketChannels",
                Transport.TCP, false, "one thread each for server and client", 65_540, 10_000,
                Description.MEMORY_BOUND);
    }

    @Override
    public Listening listen(ListenPlan plan, ServerCounts counts) throws IOException {
        ServerSocketChannel listener = Channels.listen(plan);
        listener.configureBlocking(false);
        Selector selector = Selector.open();
        listener.register(selector, SelectionKey.OP_ACCEPT);
        Tally messages = counts.newTally();
        WorkThread.start("select", () -> serve(selector, listener, plan, counts, messages));
        return Channels.listening(plan, listener);
    }

    private static void serve(
            Selector selector, ServerSocketChannel listener, ListenPlan plan, ServerCounts counts, Tally messages) {
        AcceptFailures failures = new AcceptFailures();
        Consumer<SelectionKey> ready = key -> { // made once: it would be garbage of every select
            if (key.attachment() == null) {
                accept(selector, listener, plan, counts, messages, failures);
            } else {
                serve(key, (StreamEcho) key.attachment());
            }
        };
        while (true) {
            try {
                selector.select(ready);
            } catch (IOException e) {
                System.err.println("select: " + e.getMessage());
            }
        }
    }

    private static void accept(Selector selector, ServerSocketChannel listener, ListenPlan plan, ServerCounts counts,
            Tally messages, AcceptFailures failures) {
        try {
            for (SocketChannel channel; (channel = listener.accept()) != null;) {
                StreamEcho echo = Channels.accepted(channel, plan, counts, messages);
                channel.register(selector, SelectionKey.OP_READ, echo);
                failures.accepted();
            }
        } catch (IOException | OutOfMemoryError e) {
            failures.sayAndPause(e);
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
    public void connect(Session session) throws IOException {
        Lane lane = session.newLane();
        Selector selector = Selector.open();
        for (int at = 0; at < session.plan().connections(); at++) {
            SocketChannel channel = Channels.connect(session);
            channel.register(selector, SelectionKey.OP_READ, lane.add(new ChannelLink(channel)));
        }
        lane.onMeasure(() -> measure(lane, selector));
    }

    private static void measure(Lane lane, Selector selector) {
        for (SelectionKey key : selector.keys()) {
            waitFor(key, wanted((Flow) key.attachment())); // the first messages were sent before this loop
        }
        try {
            while (lane.running()) {
                if (selector.select(TcpNio::ready, TIMEOUT_MS) == 0) {
                    lane.tick();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("select", e);
        }
    }

    private static void ready(SelectionKey key) {
        Flow flow = (Flow) key.attachment();
        if (flow.unsent()) {
            flow.resend();
        }
        flow.receive();
        waitFor(key, wanted(flow));
    }

    private static int wanted(Flow flow) {
        return flow.unsent() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ;
    }
}
