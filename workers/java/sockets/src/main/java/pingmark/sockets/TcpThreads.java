package pingmark.sockets;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import pingmark.kit.AcceptFailures;
import pingmark.kit.Description;
import pingmark.kit.Description.Transport;
import pingmark.kit.Flow;
import pingmark.kit.Lane;
import pingmark.kit.ListenPlan;
import pingmark.kit.Listening;
import pingmark.kit.ServerCounts;
import pingmark.kit.Session;
import pingmark.kit.SocketOptions;
import pingmark.kit.Stack;
import pingmark.kit.StreamEcho;
import pingmark.kit.Tally;
import pingmark.kit.WorkThread;

/**
 * A thread for each connection, blocked in the read of a java.net.Socket: the classic that most blocking Java servers
 * and drivers are built on, rather than a SocketChannel in blocking mode.
 */
public final class TcpThreads implements Stack {
    private static final int BACKLOG = 1024;

    @Override
    public Description description() {
        return new Description("java/tcp-threads", "Blocking java.net.Socket, a thread for each connection",
                Transport.TCP, false, "a thread for each connection, in server and client", 65_540, 10_000,
                Description.BUFFER_BOUND);
    }

    @Override
    public Listening listen(ListenPlan plan, ServerCounts counts) throws IOException {
        ServerSocket listener = new ServerSocket();
        plan.options().apply(listener);
        listener.bind(plan.address().socket(), BACKLOG);
        WorkThread.start("accept", () -> accept(listener, plan, counts));
        return new Listening(listener.getLocalPort(), plan.options().effective(listener));
    }

    private static void accept(ServerSocket listener, ListenPlan plan, ServerCounts counts) {
        AcceptFailures failures = new AcceptFailures();
        while (true) {
            try {
                start(listener.accept(), plan, counts);
                failures.accepted();
            } catch (IOException | OutOfMemoryError e) {
                failures.sayAndPause(e);
            }
        }
    }

    private static void start(Socket socket, ListenPlan plan, ServerCounts counts) throws IOException {
        try {
            plan.options().apply(socket);
            SocketLink link = new SocketLink(socket);
            WorkThread.start("connection", () -> serve(link, socket, plan, counts));
        } catch (IOException | OutOfMemoryError e) { // the latter also when the system has no more threads
            socket.close();
            throw e;
        }
    }

    private static void serve(SocketLink link, Socket socket, ListenPlan plan, ServerCounts counts) {
        Tally messages = counts.newTally();
        StreamEcho echo = new StreamEcho(plan, counts, messages, link, socket);
        boolean open = true;
        while (open) {
            open = echo.serve();
        }
        counts.retire(messages);
    }

    @Override
    public void connect(Session session) throws IOException {
        for (int at = 0; at < session.plan().connections(); at++) {
            Socket socket = session.keep(new Socket());
            session.handshakes().open(socket);
            if (session.first()) {
                session.effectiveOptions(SocketOptions.effective(socket));
            }
            socket.setSoTimeout(timeoutMs(session.plan().connections()));
            Lane lane = session.newLane();
            Flow flow = lane.add(new SocketLink(socket));
            lane.onMeasure(() -> measure(lane, flow));
        }
    }

    /**
     * So that a client notices losses and its end; longer for many threads, whose wake-ups would leave no time to the
     * messages.
     */
    private static int timeoutMs(long connections) {
        return (int) Math.max(50, Math.min(connections / 4, 500));
    }

    private static void measure(Lane lane, Flow flow) {
        while (lane.running()) {
            if (!flow.receive()) {
                lane.tick();
            }
        }
    }
}
