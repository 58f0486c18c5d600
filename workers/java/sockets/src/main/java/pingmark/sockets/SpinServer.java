package pingmark.sockets;

import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import pingmark.kit.process.Counter;
import pingmark.kit.process.WorkThread;
import pingmark.kit.serving.Listening;
import pingmark.kit.serving.Server;
import pingmark.kit.serving.StreamEcho;
import pingmark.kit.sockets.AcceptFailures;

/** A server with a thread that asks every connection in turn and never waits, and another that accepts. */
final class SpinServer {
    /** What becomes of an accepted channel, which it closes if it fails; null: it was a stranger's. */
    interface Accepted {
        StreamEcho of(SocketChannel channel, Server server, Counter messages) throws IOException;
    }

    private SpinServer() {
    }

    static Listening start(Server server, Accepted accepted) throws IOException {
        ServerSocketChannel listener = Channels.listen(server.plan());
        Counter messages = server.newCounter();
        if (server.oneThread()) {
            server.servedByClient(() -> accepted.of(Channels.next(listener), server, messages));
            return Channels.listening(server.plan(), listener);
        }
        Queue<StreamEcho> newcomers = new ConcurrentLinkedQueue<>();
        WorkThread.start("accept", () -> accept(listener, channel -> {
            StreamEcho echo = accepted.of(channel, server, messages);
            if (echo != null) {
                newcomers.add(echo);
            }
        }));
        WorkThread.start("spin", () -> serve(newcomers));
        return Channels.listening(server.plan(), listener);
    }

    private interface Taking {
        void take(SocketChannel channel) throws IOException;
    }

    /** Accepting by polling would cost a system call a round, which every message would pay. */
    private static void accept(ServerSocketChannel listener, Taking taking) {
        AcceptFailures failures = new AcceptFailures();
        while (true) {
            try {
                failures.requireRoom();
                taking.take(listener.accept());
                failures.accepted();
            } catch (IOException | OutOfMemoryError e) {
                failures.sayAndPause(e);
            }
        }
    }

    private static void serve(Queue<StreamEcho> newcomers) {
        List<StreamEcho> open = new ArrayList<>();
        while (true) {
            for (int at = open.size() - 1; at >= 0; at--) {
                if (!open.get(at).serve()) {
                    open.remove(at);
                }
            }
            if (!newcomers.isEmpty()) {
                open.add(newcomers.poll());
            } else if (open.isEmpty()) {
                Thread.onSpinWait();
            }
        }
    }
}
