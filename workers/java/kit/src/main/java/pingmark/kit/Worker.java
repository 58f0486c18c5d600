package pingmark.kit;

import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import pingmark.kit.contents.Serializers;
import pingmark.kit.loads.Load;
import pingmark.kit.loads.Loads;
import pingmark.kit.measuring.ClientRequests;
import pingmark.kit.measuring.Histogram;
import pingmark.kit.measuring.Vectors;
import pingmark.kit.process.ProcFile;
import pingmark.kit.process.Timers;
import pingmark.kit.process.Usage;
import pingmark.kit.protocol.Constants;
import pingmark.kit.protocol.Description;
import pingmark.kit.protocol.ListenPlan;
import pingmark.kit.protocol.Reply;
import pingmark.kit.protocol.Request;
import pingmark.kit.protocol.Unsupported;
import pingmark.kit.serving.Listening;
import pingmark.kit.serving.Server;

/** Runs the protocol: reads requests, executes them one by one, and replies. */
public final class Worker {
    /** Prefixes of the names of HotSpot's compiler threads. */
    private static final List<String> COMPILER_THREADS = List.of("C1 Compiler", "C2 Compiler");

    private final String name;
    private final List<String> libraries;
    private final Map<String, Stack> stacks = new LinkedHashMap<>();
    private final LineReader lines = new LineReader();
    private final ClientRequests client = new ClientRequests();
    private Server server;
    private boolean stopped;

    public Worker(String name, List<String> libraries) {
        this.name = name;
        this.libraries = libraries;
        for (Stack stack : ServiceLoader.load(Stack.class)) {
            stacks.put(stack.description().stack(), stack);
        }
    }

    public void run() throws IOException, InterruptedException {
        System.setOut(System.err); // stdout is the controller's; a library might print to it
        Usage.excludeAllocationsOf(Thread.currentThread());
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
            reply = execute(request);
        } catch (Unsupported e) {
            reply = Reply.failed(request.id, "unsupported", e.getMessage());
        } catch (IOException | IllegalArgumentException | IllegalStateException | OutOfMemoryError e) {
            reply = Reply.failed(request.id, "error", e.getMessage());
        }
        reply.send();
    }

    private Reply execute(Request request) throws IOException, InterruptedException, Unsupported {
        return switch (request.op) {
            case "hello" -> hello(request);
            case "describe" -> describe(request);
            case "listen" -> listen(request);
            case "connect" -> connect(request);
            case "run" -> client.run(request);
            case "disconnect" -> isForServer(request) ? server.disconnect(request) : client.disconnect(request);
            case "usage" -> usage(request);
            case "stop" -> {
                Reply reply = usage(request);
                stopped = true;
                yield reply;
            }
            case "vector" -> Vectors.reply(request);
            case "timers" -> Timers.reply(request);
            default -> throw new Unsupported("unknown op " + request.op);
        };
    }

    private Reply hello(Request request) throws IOException, Unsupported {
        long protocol = request.integer("protocol");
        request.refuseUnknownFields();
        if (protocol != Constants.PROTOCOL) {
            throw new Unsupported("protocol " + protocol + ": this worker speaks " + Constants.PROTOCOL);
        }
        List<Integer> cpus = ProcFile.numbers(new ProcFile("self/status").field("Cpus_allowed_list"));
        return Reply.ok(request.id)
                .put("protocol", Constants.PROTOCOL)
                .put("worker", name)
                .put("runtime", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"))
                .put("libraries", libraries)
                .put("pid", ProcessHandle.current().pid())
                .put("cpus", cpus.stream().mapToLong(Integer::longValue).toArray())
                .put("gc",
                        ManagementFactory.getGarbageCollectorMXBeans()
                                .stream()
                                .map(GarbageCollectorMXBean::getName)
                                .collect(Collectors.joining(", ")))
                .put("compiler_threads", COMPILER_THREADS)
                .put("stacks", List.copyOf(stacks.keySet()))
                .put("histogram_layout", Histogram.LAYOUT);
    }

    private Stack stack(Request request) throws Unsupported {
        String id = request.text("stack");
        if (!stacks.containsKey(id)) {
            throw new Unsupported("unknown stack " + id + ": " + String.join(", ", stacks.keySet()));
        }
        return stacks.get(id);
    }

    private Reply describe(Request request) throws IOException, Unsupported {
        Description stack = stack(request).description();
        request.refuseUnknownFields();
        Reply reply = Reply.ok(request.id);
        stack.write(reply);
        return reply.put("loads", stack.isServerOnly() ? List.of("closed") : Loads.names(Load.ClientTraits.of(stack)))
                .put("payloads", Serializers.names());
    }

    private Reply listen(Request request) throws IOException, Unsupported {
        requireFree(server == null && !client.hasConnected());
        Stack stack = stack(request);
        ListenPlan plan = ListenPlan.from(request, stack.description());
        Server next = new Server(plan);
        try {
            Listening listening = stack.listen(next);
            server = next;
            return Reply.ok(request.id)
                    .put("address", plan.address().literal())
                    .put("port", listening.port())
                    .putAll(listening.options())
                    .putAll(plan.stackOptions().effective());
        } catch (IOException e) {
            throw new IOException("listen " + plan.address() + ": " + e.getMessage());
        }
    }

    private Reply connect(Request request) throws IOException, InterruptedException, Unsupported {
        requireFree((server == null || hasBothRoles()) && !client.connected());
        Stack stack = stack(request);
        return client.connect(request, stack.description(), stack::connect, server);
    }

    private static void requireFree(boolean isFree) {
        if (!isFree) {
            throw new IllegalStateException("this worker already has a role, and one is all it plays");
        }
    }

    private boolean hasBothRoles() {
        return server != null && server.plan().pairThreads() > 0;
    }

    /** A request to a worker with both roles names the role. */
    private boolean isForServer(Request request) throws Unsupported {
        if (!hasBothRoles()) {
            return server != null;
        }
        String role = request.text("role");
        return switch (role) {
            case "server" -> true;
            case "client" -> false;
            default -> throw new Unsupported("role " + role + ": server or client");
        };
    }

    private Reply usage(Request request) throws IOException, Unsupported {
        boolean isForServer = isForServer(request);
        request.refuseUnknownFields();
        Reply reply = Reply.ok(request.id);
        if (isForServer) {
            server.writeCounts(reply);
        } else {
            client.writeCounts(reply);
        }
        Usage.write(reply);
        return reply;
    }
}
