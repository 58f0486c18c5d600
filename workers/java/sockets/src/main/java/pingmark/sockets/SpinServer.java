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
        Queue<StreamEcho> newcomers = new ConcurrentLinkedQueue<>();
        server.serveBy(() -> accepted.of(Channels.next(listener), server, messages), () -> {
            // Accepting by polling would cost a system call a round, which every message would pay.
            AcceptThread.start(() -> {
                StreamEcho echo = accepted.of(listener.accept(), server, messages);
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
