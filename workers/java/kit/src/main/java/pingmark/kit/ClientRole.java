package pingmark.kit;

import java.io.IOException;

/** The requests of a client. */
final class ClientRole {
    /** 11 days in ns: no sum of times overflows. */
    private static final long MOST = 1_000_000_000_000_000L;

    private Session session;

    Reply connect(Request request, Stack stack) throws IOException, Unsupported {
        ConnectPlan plan = ConnectPlan.from(request, stack.description());
        session = new Session(stack.description(), plan, new Payload(plan.payload()));
        try {
            stack.connect(session);
            session.start();
        } catch (IOException | OutOfMemoryError e) {
            session.abandon();
            throw e;
        }
        Reply reply = Reply.ok(request.id)
                              .put("connections", session.openConnections())
                              .put("connect_histogram", session.handshakes().times.sparse())
                              .putAll(session.options());
        return stack.description().options().contains(Description.CLIENT_THREADS)
                ? reply.put(Description.CLIENT_THREADS, plan.clientThreads())
                : reply;
    }

    Reply slice(Request request) throws IOException, InterruptedException, Unsupported {
        long from = request.integer("from_ns");
        long to = request.integer("to_ns");
        int laps = laps(request);
        request.refuseTheRest();
        if (to <= from) {
            throw new IllegalArgumentException("to_ns must be after from_ns");
        }
        long start = Math.max(
                from, System.nanoTime()); // what was over before the load ran is not part of the window as counted
        if (to <= start) {
            throw new IllegalArgumentException("to_ns has already passed");
        }
        return new Measurement(session, new Window(start, to, Window.UNLIMITED, laps))
                .measure(request.id, (received, lost) -> {});
    }

    Reply run(Request request) throws IOException, InterruptedException, Unsupported {
        long settle = request.integer("settle_ns", 0);
        if (request.has("duration_ns") == request.has("messages")) {
            throw new IllegalArgumentException("run needs duration_ns or messages, one of them");
        }
        boolean byMessages = request.has("messages");
        long limit = request.integer(byMessages ? "messages" : "duration_ns");
        int laps = laps(request);
        boolean progress = request.flag("progress", false);
        request.refuseTheRest();
        if (settle < 0 || settle > MOST || limit <= 0 || limit > MOST) {
            throw new IllegalArgumentException(
                    "settle_ns must be 0 to " + MOST + ", duration_ns and messages 1 to " + MOST);
        }
        long from = System.nanoTime() + settle;
        Window window = byMessages ? new Window(from, Window.UNLIMITED, limit, laps)
                                   : new Window(from, from + limit, Window.UNLIMITED, laps);
        return new Measurement(session, window).measure(request.id, (received, lost) -> {
            if (progress) {
                Reply.event(request.id, "progress").put("received", received).put("lost", lost).send();
            }
        });
    }

    private int laps(Request request) throws Unsupported {
        if (!request.has("lap_messages")) {
            return Window.NO_LAPS;
        }
        long messages = request.integer("lap_messages");
        if (session.plan().connections() != 1 || session.plan().inFlight() != 1) {
            throw new Unsupported("lap_messages needs connections = in_flight = 1");
        }
        if (messages < 1 || messages > Integer.MAX_VALUE) {
            throw new Unsupported("lap_messages " + messages + ": 1 to " + Integer.MAX_VALUE);
        }
        return (int) messages;
    }

    /** A client rejects nobody and leaves bad frames to its results. */
    void writeCounts(Reply reply) throws IOException {
        long messages = session.lanes().stream().mapToLong(lane -> lane.matched.get()).sum();
        reply.put("messages", messages)
                .put("connections", session.openConnections())
                .put("bad_frames", 0)
                .put("rejected", 0);
    }
}
