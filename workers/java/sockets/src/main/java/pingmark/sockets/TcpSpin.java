package pingmark.sockets;

import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
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

/** One thread that never waits: it asks every connection in turn. */
public final class TcpSpin implements Stack {
    @Override
    public Description description() {
        return new Description("java/tcp-spin", "Non-blocking SocketChannel.read in a busy loop over all connections",
                Transport.TCP, true, "server: one spinning thread and one that accepts; client: one spinning thread",
                65_540, 10_000, Description.MEMORY_BOUND);
    }

    @Override
    public Listening listen(ListenPlan plan, ServerCounts counts) throws IOException {
        ServerSocketChannel listener = Channels.listen(plan);
        Queue<StreamEcho> accepted = new ConcurrentLinkedQueue<>();
        Tally messages = counts.newTally();
        WorkThread.start("accept", () -> accept(listener, plan, counts, messages, accepted));
        WorkThread.start("spin", () -> serve(accepted));
        return Channels.listening(plan, listener);
    }

    /** Accepting by polling would cost a system call a round, which every message would pay. */
    private static void accept(ServerSocketChannel listener, ListenPlan plan, ServerCounts counts, Tally messages,
            Queue<StreamEcho> accepted) {
        AcceptFailures failures = new AcceptFailures();
        while (true) {
            try {
                accepted.add(Channels.accepted(listener.accept(), plan, counts, messages));
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
    public void connect(Session session) throws IOException {
        Lane lane = session.newLane();
        Flow[] flows = new Flow[(int) session.plan().connections()];
        for (int at = 0; at < flows.length; at++) {
            flows[at] = lane.add(new ChannelLink(Channels.connect(session)));
        }
        lane.onMeasure(() -> measure(lane, flows));
    }

    private static void measure(Lane lane, Flow[] flows) {
        while (lane.running()) {
            for (Flow flow : flows) {
                if (!flow.receive()) {
                    if (flow.unsent()) {
                        flow.resend();
                    }
                    lane.idle();
                }
            }
        }
    }
}
