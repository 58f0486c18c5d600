package pingmark.kit.process;

import com.sun.management.ThreadMXBean;
import java.io.File;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import pingmark.kit.protocol.Reply;

/**
 * Tells what the process has cost since its start. The JDK has no getrusage: CPU time comes from /proc/self/stat, in
 * steps of 10 ms, context switches from its threads.
 */
public final class Usage {
    private static final String VOLUNTARY_SWITCHES = "voluntary_ctxt_switches";
    private static final String INVOLUNTARY_SWITCHES = "nonvoluntary_ctxt_switches";
    private static final int FORGET_AFTER = 1024;

    // Looked up once: usage is asked for after each slice, and a look-up runs through code enough to keep compilers
    // busy in the slices to come.
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final List<GarbageCollectorMXBean> COLLECTORS = ManagementFactory.getGarbageCollectorMXBeans();

    private static final ThreadSum VOLUNTARY = new ThreadSum();
    private static final ThreadSum INVOLUNTARY = new ThreadSum();
    private static final ThreadSum ALLOCATED = new ThreadSum();
    private static int ends;

    private Usage() {
    }

    public static void write(Reply reply) throws IOException {
        long[] cpu = new ProcFile("self/stat").cpuNs();
        long[] switches = switches();
        ProcFile process = new ProcFile("self/status");
        reply.put("now_ns", System.nanoTime())
                .put("cpu_user_ns", cpu[0])
                .put("cpu_system_ns", cpu[1])
                .put("voluntary_switches", switches[0])
                .put("involuntary_switches", switches[1])
                .put("peak_rss_bytes", process.number("VmHWM") * 1024)
                .put("rss_bytes", process.number("VmRSS") * 1024);
        writeMemory(reply);
    }

    private static synchronized long[] switches() {
        Map<Long, Long> voluntary = new HashMap<>();
        Map<Long, Long> involuntary = new HashMap<>();
        for (Long thread : tasks()) {
            try {
                ProcFile status = new ProcFile("self/task/" + thread + "/status");
                voluntary.put(thread, status.number(VOLUNTARY_SWITCHES));
                involuntary.put(thread, status.number(INVOLUNTARY_SWITCHES));
            } catch (IOException e) {
                continue; // it ended since the listing
            }
        }
        return new long[] {VOLUNTARY.of(voluntary), INVOLUNTARY.of(involuntary)};
    }

    private static Set<Long> tasks() {
        String[] ids = new File("/proc/self/task").list();
        Set<Long> tasks = new HashSet<>();
        for (String id : ids == null ? new String[0] : ids) {
            tasks.add(Long.valueOf(id));
        }
        return tasks;
    }

    private static void writeMemory(Reply reply) throws IOException {
        long count = 0;
        long pauseMs = 0;
        for (GarbageCollectorMXBean collector : COLLECTORS) {
            if (!collector.getName().endsWith("Pauses")) {
                count += Math.max(0, collector.getCollectionCount());
            }
            if (!collector.getName().endsWith(
                        "Cycles")) { // ZGC and Shenandoah: mostly concurrent, their pauses have a bean of their own
                pauseMs += Math.max(0, collector.getCollectionTime());
            }
        }
        reply.put("gc_count", count).put("gc_pause_ns", pauseMs * 1_000_000).put("allocated_bytes", allocated());
    }

    private static synchronized long allocated() {
        long[] ids = THREADS.getAllThreadIds();
        long[] bytes = THREADS.getThreadAllocatedBytes(ids);
        Map<Long, Long> now = new HashMap<>();
        for (int at = 0; at < ids.length; at++) {
            if (bytes[at] > 0 && !ControlThreads.contains(ids[at])) { // else it has ended
                now.put(ids[at], bytes[at]);
            }
        }
        return ALLOCATED.of(now);
    }

    /** To be called on a thread that is about to end. */
    static synchronized void threadEnds() {
        long self = Thread.currentThread().getId();
        ALLOCATED.ends(self, THREADS.getThreadAllocatedBytes(self));
        try {
            ProcFile status = new ProcFile("thread-self/status");
            long task = status.number("Pid");
            VOLUNTARY.ends(task, status.number(VOLUNTARY_SWITCHES));
            INVOLUNTARY.ends(task, status.number(INVOLUNTARY_SWITCHES));
        } catch (IOException e) {
            System.err.println("usage of an ending thread: " + e.getMessage());
        }
        if (++ends % FORGET_AFTER == 0) {
            forget();
        }
    }

    /** Where each connection has a thread many end between two readings. */
    private static void forget() {
        Set<Long> tasks = tasks();
        VOLUNTARY.keep(tasks);
        INVOLUNTARY.keep(tasks);
        ALLOCATED.keep(LongStream.of(THREADS.getAllThreadIds()).boxed().collect(Collectors.toSet()));
    }
}
