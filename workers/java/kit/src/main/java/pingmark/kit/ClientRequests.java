package pingmark.kit;

import java.io.IOException;
import pingmark.kit.loads.Load;
import pingmark.kit.loads.Loads;

/** The requests of a client. */
final class ClientRequests {
    private Client client;

    Reply connect(Request request, Stack stack) throws IOException, Unsupported {
        ConnectPlan plan = ConnectPlan.from(request, stack.description());
        client = new Client(stack.description(), plan, new Clock());
        try {
            stack.connect(client);
            client.start();
        } catch (IOException | OutOfMemoryError e) {
            client.abandon();
            throw e;
        }
        Reply reply = Reply.ok(request.id)
                              .put("connections", client.openConnections())
                              .put("connect_histogram", client.handshakes().times.sparse())
                              .putAll(client.options());
        return stack.description().options().contains(Description.CLIENT_THREADS)
                ? reply.put(Description.CLIENT_THREADS, plan.clientThreads())
                : reply;
    }

    Reply run(Request request) throws IOException, InterruptedException, Unsupported {
        long origin = System.nanoTime();
        long settle = request.integer("settle_ns", 0);
        if (request.has("duration_ns") == request.has("messages")) {
            throw new IllegalArgumentException("run needs duration_ns or messages, one of them");
        }
        boolean byMessages = request.has("messages");
        long limit = request.integer(byMessages ? "messages" : "duration_ns");
        int laps = laps(request);
        Load.Model load = Loads.read(request, client.description().keepsTimes());
        request.refuseTheRest();
        long most = Constants.MAX_WINDOW_NS;
        if (settle < 0 || settle > most || limit <= 0 || limit > most) {
            throw new IllegalArgumentException(
                    "settle_ns must be 0 to " + most + ", duration_ns and messages 1 to " + most);
        }
        if (laps != Window.NO_LAPS && !Loads.isClosed(load)) {
            throw new Unsupported("lap_messages needs the closed load");
        }
        long from = origin + settle;
        Window window = byMessages ? new Window(from, Window.UNLIMITED, limit, laps)
                                   : new Window(from, from + limit, Window.UNLIMITED, laps);
        return client.measure(window, load, origin).reply(request.id);
    }

    private int laps(Request request) throws Unsupported {
        if (!request.has("lap_messages")) {
            return Window.NO_LAPS;
        }
        long messages = request.integer("lap_messages");
        if (client.plan().connections() != 1 || client.plan().inFlight() != 1) {
            throw new Unsupported("lap_messages needs connections = in_flight = 1");
        }
        Unsupported.unless("lap_messages", messages, 1, Integer.MAX_VALUE);
        return (int) messages;
    }

    /** A client rejects nobody and leaves bad frames to its results. */
    void writeCounts(Reply reply) throws IOException {
        long messages = client.lanes().stream().mapToLong(lane -> lane.matched).sum();
        reply.putCounts(messages, client.openConnections(), 0, 0);
    }
}
