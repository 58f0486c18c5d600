package pingmark.kit;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import pingmark.kit.contents.Serializers;
import pingmark.kit.loads.Load;
import pingmark.kit.loads.Loads;
import pingmark.kit.measuring.ClientRequests;
import pingmark.kit.measuring.Vectors;
import pingmark.kit.process.ControlThreads;
import pingmark.kit.process.Timers;
import pingmark.kit.process.Usage;
import pingmark.kit.protocol.Reply;
import pingmark.kit.protocol.Request;
import pingmark.kit.protocol.Unsupported;
import pingmark.kit.serving.Server;

/** Lives as a worker does: reads requests, carries them out one after the other, and replies. */
public final class Worker {
    private final String name;
    private final List<String> libraries;
    private final Map<String, Stack> stacks = new LinkedHashMap<>();
    private final LineReader lines = new LineReader();
    private final Vectors vectors = new Vectors();
    private Server server;
    private final ClientRequests client = new ClientRequests();
    private boolean stopped;

    public Worker(String name, List<String> libraries) {
        this.name = name;
        this.libraries = libraries;
        for (Stack stack : ServiceLoader.load(Stack.class)) {
            stacks.put(stack.description().stack(), stack);
        }
    }

    public void run() throws IOException, InterruptedException {
        System.setOut(System.err); // stdout is the controller's: a library that prints must not garble it
        ControlThreads.join(Thread.currentThread());
        lines.start();
        while (!stopped) {
            handle(lines.next());
        }
        Runtime.getRuntime().halt(0);
    }

    private void handle(String line) throws IOException, InterruptedException {
        try {
            if (line == LineReader.TOO_LONG) {
                throw new Request.Malformed("line " + line);
            }
            handle(Request.parse(line));
        } catch (Request.Malformed e) {
            Reply.failed(null, "error", e.getMessage()).send();
        }
    }

    private void handle(Request request) throws IOException, InterruptedException {
        Reply reply;
        try {
            reply = carryOut(request);
        } catch (Unsupported e) {
            reply = Reply.failed(request.id, "unsupported", e.getMessage());
        } catch (IOException | IllegalArgumentException | IllegalStateException | OutOfMemoryError e) {
            reply = Reply.failed(request.id, "error", e.getMessage());
        }
        reply.send();
    }

    private Reply carryOut(Request request) throws IOException, InterruptedException, Unsupported {
        return switch (request.op) {
            case "hello" -> Hello.reply(request, name, libraries, stacks.keySet());
            case "describe" -> describe(request);
            case "listen" -> listen(request);
            case "connect" -> connect(request);
            case "run" -> client.run(request);
            case "disconnect" -> disconnect(request);
            case "usage" -> usage(request);
            case "stop" -> stop(request);
            case "vector" -> vectors.reply(request);
            case "timers" -> Timers.reply(request);
            default -> throw new Unsupported("unknown op " + request.op);
        };
    }

    private Stack stack(Request request) throws Unsupported {
        String id = request.text("stack");
        if (!stacks.containsKey(id)) {
            throw new Unsupported("unknown stack " + id + ": " + String.join(", ", stacks.keySet()));
        }
        return stacks.get(id);
    }

    private Reply describe(Request request) throws IOException, Unsupported {
        Stack stack = stack(request);
        request.refuseTheRest();
        Reply reply = Reply.ok(request.id);
        stack.description().write(reply);
        List<String> loads =
                stack.description().alone() ? List.of("closed") : Loads.names(Load.Room.of(stack.description()));
        return reply.put("loads", loads).put("payloads", Serializers.names());
    }

    private Reply listen(Request request) throws IOException, Unsupported {
        requireNoRole(server != null || client.hasConnected());
        Stack stack = stack(request);
        Server role = Server.from(request, stack.description());
        Reply reply = role.listen(request, stack::listen);
        server = role;
        return reply;
    }

    private Reply connect(Request request) throws IOException, InterruptedException, Unsupported {
        requireNoRole(server != null && !isPair() || client.connected());
        Stack stack = stack(request);
        return client.connect(request, stack.description(), stack::connect, server);
    }

    /** A client ends its connections and may connect anew; a server forgets its peers and goes on listening. */
    private Reply disconnect(Request request) throws IOException, InterruptedException, Unsupported {
        return isForServer(request) ? server.disconnect(request) : client.disconnect(request);
    }

    /** Both sides are in this process. */
    private boolean isPair() {
        return server != null && server.plan().pairThreads() > 0;
    }

    /** Of a worker with both roles the request says which one it means. */
    private boolean isForServer(Request request) throws Unsupported {
        if (!isPair()) {
            return server != null;
        }
        String role = request.text("role");
        return switch (role) {
            case "server" -> true;
            case "client" -> false;
            default -> throw new Unsupported("role " + role + ": server or client");
        };
    }

    private static void requireNoRole(boolean hasOne) {
        if (hasOne) {
            throw new IllegalStateException("this worker already has a role, and one is all it plays");
        }
    }

    private Reply usage(Request request) throws IOException, Unsupported {
        boolean ofServer = isForServer(request);
        request.refuseTheRest();
        Reply reply = Reply.ok(request.id);
        if (ofServer) {
            server.writeCounts(reply);
        } else {
            client.writeCounts(reply);
        }
        Usage.write(reply);
        return reply;
    }

    private Reply stop(Request request) throws IOException, Unsupported {
        Reply reply = usage(request);
        stopped = true;
        return reply;
    }
}
