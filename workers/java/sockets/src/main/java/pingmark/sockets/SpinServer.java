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
import pingmark.kit.serving.AcceptThread;
import pingmark.kit.serving.Listening;
import pingmark.kit.serving.Server;
import pingmark.kit.serving.StreamEcho;

/** A server with a thread that polls every connection in turn and never waits, and another that accepts. */
final class SpinServer {
    /** Serves an accepted channel, which it closes on failure; null if the peer is not a client of this run. */
    interface Accepted {
        StreamEcho serve(SocketChannel channel, Counter messages) throws IOException;
    }

    private SpinServer() {
    }

    static Listening start(Server server, Accepted accepted) throws IOException {
        ServerSocketChannel listener = Channels.listen(server.plan());
        Counter messages = server.newCounter();
        Queue<StreamEcho> newcomers = new ConcurrentLinkedQueue<>();
        server.serveBy(() -> accepted.serve(Channels.acceptNext(listener), messages), () -> {
            // Accepting by polling would cost every message a share of a system call in each round.
            AcceptThread.start(() -> {
                StreamEcho echo = accepted.serve(listener.accept(), messages);
                if (echo != null) {
                    newcomers.add(echo);
                }
            });
            WorkThread.start("spin", () -> serve(newcomers));
        });
        return Channels.listening(server.plan(), listener);
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
