package pingmark.kit;

import java.io.IOException;

/** The requests of a server. */
final class ServerRole {
    private final ServerCounts counts = new ServerCounts();

    Reply listen(Request request, Stack stack) throws IOException, Unsupported {
        ListenPlan plan = ListenPlan.from(request, stack.description());
        try {
            Listening listening = stack.listen(plan, counts);
            return Reply.ok(request.id)
                    .put("address", plan.address().literal())
                    .put("port", listening.port())
                    .putAll(listening.options());
        } catch (IOException e) {
            throw new IOException("listen " + plan.address() + ": " + e.getMessage());
        }
    }

    void writeCounts(Reply reply) throws IOException {
        writeCounts(reply, counts);
    }

    static void writeCounts(Reply reply, ServerCounts counts) throws IOException {
        reply.put("messages", counts.messages())
                .put("connections", counts.connections())
                .put("bad_frames", counts.badFrames())
                .put("rejected", counts.rejections());
    }
}
