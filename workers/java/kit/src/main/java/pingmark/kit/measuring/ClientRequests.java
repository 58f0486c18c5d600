package pingmark.kit.measuring;

import java.io.IOException;
import java.util.concurrent.locks.LockSupport;
import pingmark.kit.loads.Load;
import pingmark.kit.loads.Loads;
import pingmark.kit.protocol.ConnectPlan;
import pingmark.kit.protocol.Constants;
import pingmark.kit.protocol.Description;
import pingmark.kit.protocol.Reply;
import pingmark.kit.protocol.Request;
import pingmark.kit.protocol.Unsupported;
import pingmark.kit.serving.OtherEnd;
import pingmark.kit.serving.Server;

/** Executes the requests to a client. */
public final class ClientRequests {
    /** Null before a connect, and after a disconnect. */
    private Client client;
    private boolean hasConnected;
    private long messagesOfEndedClients;

    public boolean connected() {
        return client != null;
    }

    public boolean hasConnected() {
        return hasConnected;
    }

    private Client required(Request request) {
        if (client == null) {
            throw new IllegalStateException(request.op + " needs a connect before");
        }
        return client;
    }

    /** Opens all connections of a client, and adds them to its lanes. */
    public interface Connecting {
        void connect(Client client) throws IOException;
    }

    /** @param server in this process; null: there is none */
    public Reply connect(Request request, Description stack, Connecting connecting, Server server)
            throws IOException, InterruptedException, Unsupported {
        ConnectPlan plan = ConnectPlan.from(request, stack);
        OtherEnd otherEnd = OtherEnd.of(server, plan);
        Client next = new Client(stack, plan, new Clock(), otherEnd);
        try {
            if (otherEnd != null) {
                otherEnd.greet();
            }
            if (plan.churns()) {
                ChurnLink.connect(next);
            } else {
                connecting.connect(next);
            }
            if (otherEnd != null) {
                otherEnd.awaitGreeted(plan.timeoutNs());
            }
            next.start();
        } catch (IOException | OutOfMemoryError e) {
            next.release();
            if (otherEnd != null) {
                otherEnd.close();
            }
            throw e;
        }
        client = next;
        hasConnected = true;
        return Reply.ok(request.id)
                .put("connections", client.openConnections())
                .put("connect_histogram", client.connectTimes().sparse())
                .putAll(client.options())
                .putAll(plan.stackOptions().effective());
    }

    public Reply run(Request request) throws IOException, InterruptedException, Unsupported {
        long origin = start(request);
        required(request);
        long settle = request.integer("settle_ns", 0);
        if (request.has("duration_ns") == request.has("messages")) {
            throw new IllegalArgumentException("run needs duration_ns or messages, one of them");
        }
        boolean byMessages = request.has("messages");
        long limit = request.integer(byMessages ? "messages" : "duration_ns");
        int laps = laps(request);
        long lostAfter = request.has("lost_after_ns") ? ConnectPlan.duration(request, "lost_after_ns", 1)
                                                      : Window.LOST_AS_CONNECTED;
        Load.Model load = Loads.read(request, Load.ClientTraits.of(client.description(), client.plan()));
        int slowest = slowest(request);
        if (byMessages && client.plan().snapshots() != null) {
            throw new Unsupported("load tick: it needs duration_ns");
        }
        request.refuseUnknownFields();
        long most = Constants.MAX_WINDOW_NS;
        if (settle < 0 || settle > most || limit <= 0 || limit > most) {
            throw new IllegalArgumentException(
                    "settle_ns must be 0 to " + most + ", duration_ns and messages 1 to " + most);
        }
        if (laps != Window.NO_LAPS && !Loads.isClosed(load)) {
            throw new Unsupported("lap_messages needs the closed load");
        }
        awaitTime(origin);
        long from = origin + settle;
        Window window = byMessages ? new Window(from, Window.UNLIMITED, limit, laps, lostAfter, slowest)
                                   : new Window(from, from + limit, Window.UNLIMITED, laps, lostAfter, slowest);
        return client.measure(window, load, origin).reply(request.id);
    }

    private int slowest(Request request) throws Unsupported {
        if (!request.has("slowest")) {
            return Window.NO_SLOWEST;
        }
        if (client.plan().oneWay()) {
            throw new Unsupported("slowest: not with one_way");
        }
        long messages = request.integer("slowest");
        Unsupported.requireWithin("slowest", messages, 1, Constants.MAX_SLOWEST_MESSAGES);
        return (int) messages;
    }

    /** Returns when the load begins: now, or later if the clients of several workers begin together. */
    private static long start(Request request) throws Unsupported {
        long received = System.nanoTime();
        if (!request.has("start_at_ns")) {
            return received;
        }
        long start = request.integer("start_at_ns");
        Unsupported.requireWithin("start_at_ns", start, 0, Long.MAX_VALUE);
        if (start - received > Constants.MAX_START_AHEAD_NS) {
            throw new Unsupported(
                    "start_at_ns is " + (start - received) + " ns ahead, the most is " + Constants.MAX_START_AHEAD_NS);
        }
        return Math.max(start, received);
    }

    private static void awaitTime(long ns) {
        for (long left = ns - System.nanoTime(); left > 0; left = ns - System.nanoTime()) {
            LockSupport.parkNanos(left); // may end early
        }
    }

    public Reply disconnect(Request request) throws IOException, InterruptedException, Unsupported {
        request.refuseUnknownFields();
        required(request).disconnect();
        if (client.otherEnd() != null) {
            client.otherEnd().close();
        }
        messagesOfEndedClients += messages(client);
        client = null;
        return Reply.ok(request.id);
    }

    private int laps(Request request) throws Unsupported {
        if (!request.has("lap_messages")) {
            return Window.NO_LAPS;
        }
        long messages = request.integer("lap_messages");
        if (client.plan().connections() != 1 || client.plan().inFlight() != 1) {
            throw new Unsupported("lap_messages needs connections = in_flight = 1");
        }
        Unsupported.requireWithin("lap_messages", messages, 1, Integer.MAX_VALUE);
        return (int) messages;
    }

    public void writeCounts(Reply reply) throws IOException {
        long messages = messagesOfEndedClients + (connected() ? messages(client) : 0);
        reply.putCounts(messages, connected() ? client.openConnections() : 0, 0, 0);
    }

    private static long messages(Client client) {
        return client.lanes().stream().mapToLong(lane -> lane.matched).sum();
    }
}
