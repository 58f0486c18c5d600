package pingmark.sockets;

import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
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

/** One thread that never waits: it asks every connection in turn. */
public final class TcpSpin implements Stack {
    @Override
    public Description description() {
        return new Description("java/tcp-spin", "Non-blocking SocketChannel.read in a busy loop over all connections",
                Transport.TCP, true, true,
                "server: one spinning thread and one that accepts; client: one spinning thread",
                Description.MEMORY_BOUND, List.of());
    }

    @Override
    public Listening listen(Server server) throws IOException {
        ServerSocketChannel listener = Channels.listen(server.plan());
        Queue<StreamEcho> accepted = new ConcurrentLinkedQueue<>();
        Counter messages = server.newCounter();
        WorkThread.start("accept", () -> accept(listener, server, messages, accepted));
        WorkThread.start("spin", () -> serve(accepted));
        return Channels.listening(server.plan(), listener);
    }

    /** Accepting by polling would cost a system call a round, which every message would pay. */
    private static void accept(
            ServerSocketChannel listener, Server server, Counter messages, Queue<StreamEcho> accepted) {
        AcceptFailures failures = new AcceptFailures();
        while (true) {
            try {
                failures.requireRoom();
                accepted.add(Channels.accepted(listener.accept(), server, messages));
                failures.accepted();
            } catch (IOException | OutOfMemoryError e) {
                failures.sayAndPause(e);
            }
        }
    }

    private static void serve(Queue<StreamEcho> accepted) {
        List<StreamEcho> open = new ArrayList<>();
        while (true) {
            for (int at = open.size() - 1; at >= 0; at--) {
                if (!open.get(at).serve()) {
                    open.remove(at);
                }
            }
            if (!accepted.isEmpty()) {
                open.add(accepted.poll());
            } else if (open.isEmpty()) {
                Thread.onSpinWait();
            }
        }
    }

    @Override
    public void connect(Client client) throws IOException {
        Lane lane = client.newLane();
        Connection[] connections = new Connection[(int) client.plan().connections()];
        for (int at = 0; at < connections.length; at++) {
            connections[at] = lane.add(new ChannelLink(Channels.connect(client)));
        }
        lane.onMeasure(() -> SpinLoop.measure(lane, connections));
    }
}
