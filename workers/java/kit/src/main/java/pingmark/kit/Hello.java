package pingmark.kit;

import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import pingmark.kit.measuring.Histogram;
import pingmark.kit.process.ProcFile;
import pingmark.kit.protocol.Constants;
import pingmark.kit.protocol.Reply;
import pingmark.kit.protocol.Request;
import pingmark.kit.protocol.Unsupported;

/** Tells who this worker is and what it runs on. */
final class Hello {
    private Hello() {
    }

    static Reply reply(Request request, String worker, List<String> libraries, Collection<String> stacks)
            throws IOException, Unsupported {
        long protocol = request.integer("protocol");
        request.refuseTheRest();
        if (protocol != Constants.PROTOCOL) {
            throw new Unsupported("protocol " + protocol + ": this worker speaks " + Constants.PROTOCOL);
        }
        List<Integer> cpus = ProcFile.numbers(new ProcFile("self/status").field("Cpus_allowed_list"));
        return Reply.ok(request.id)
                .put("protocol", Constants.PROTOCOL)
                .put("worker", worker)
                .put("runtime", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"))
                .put("libraries", libraries)
                .put("pid", ProcessHandle.current().pid())
                .put("cpus", cpus.stream().mapToLong(Integer::longValue).toArray())
                .put("gc", collectors())
                .put("compiler_threads", COMPILER_THREADS)
                .put("stacks", List.copyOf(stacks))
                .put("histogram_layout", Histogram.LAYOUT);
    }

    /** How the names of HotSpot's threads begin that compile. */
    private static final List<String> COMPILER_THREADS = List.of("C1 Compiler", "C2 Compiler");

    private static String collectors() {
        return ManagementFactory.getGarbageCollectorMXBeans()
                .stream()
                .map(GarbageCollectorMXBean::getName)
                .collect(Collectors.joining(", "));
    }
}
