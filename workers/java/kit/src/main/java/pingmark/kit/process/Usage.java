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
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import pingmark.kit.protocol.Reply;

/**
 * Reports what the process has used since its start. The JDK has no getrusage: CPU time comes from /proc/self/stat, in
 * steps of 10 ms, and context switches from the threads of the process.
 */
public final class Usage {
    private static final String VOLUNTARY_SWITCHES = "voluntary_ctxt_switches";
    private static final String INVOLUNTARY_SWITCHES = "nonvoluntary_ctxt_switches";
    private static final int ENDS_PER_CLEANUP = 1024;

    // Looked up once: a look-up after each slice would keep JIT compilers busy in the next slices.
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final List<GarbageCollectorMXBean> COLLECTORS = ManagementFactory.getGarbageCollectorMXBeans();

    private static final Set<Long> CONTROL_THREADS = ConcurrentHashMap.newKeySet();
    private static final ThreadSum VOLUNTARY = new ThreadSum();
    private static final ThreadSum INVOLUNTARY = new ThreadSum();
    private static final ThreadSum ALLOCATED = new ThreadSum();
    private static int endedThreads;

    private Usage() {
    }

    /** Excludes the allocations of a thread that talks to the controller: they are not part of a message's cost. */
    public static void excludeAllocationsOf(Thread thread) {
        CONTROL_THREADS.add(thread.getId());
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
                continue; // the thread ended after the listing
            }
        }
        return new long[] {VOLUNTARY.update(voluntary), INVOLUNTARY.update(involuntary)};
    }

    private static Set<Long> tasks() {
        String[] ids = new File("/proc/self/task").list();
        return ids == null ? Set.of() : Stream.of(ids).map(Long::valueOf).collect(Collectors.toSet());
    }

    private static void writeMemory(Reply reply) throws IOException {
        long count = 0;
        long pauseMs = 0;
        for (GarbageCollectorMXBean collector : COLLECTORS) {
            // The cycles of ZGC and Shenandoah are mostly concurrent; their pauses have a bean of their own.
            if (!collector.getName().endsWith("Pauses")) {
                count += Math.max(0, collector.getCollectionCount());
            }
            if (!collector.getName().endsWith("Cycles")) {
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
            if (bytes[at] > 0 && !CONTROL_THREADS.contains(ids[at])) { // -1: it has ended
                now.put(ids[at], bytes[at]);
            }
        }
        return ALLOCATED.update(now);
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
        // With a thread for each connection many threads can end between two readings.
        if (++endedThreads % ENDS_PER_CLEANUP == 0) {
            Set<Long> tasks = tasks();
            VOLUNTARY.retain(tasks);
            INVOLUNTARY.retain(tasks);
            ALLOCATED.retain(LongStream.of(THREADS.getAllThreadIds()).boxed().collect(Collectors.toSet()));
        }
    }

    /**
     * Sums a count that the system keeps for each thread only as long as the thread lives. The sum never decreases: our
     * threads report their counts when they end; of others, such as JIT compilers, the last reading stays.
     */
    static final class ThreadSum {
        private final Map<Long, Long> living = new HashMap<>();
        /** Threads that reported their end, but may still be listed. */
        private final Set<Long> ending = new HashSet<>();
        private long ended;

        /** Takes the counts of all living threads, and returns the sum. */
        long update(Map<Long, Long> now) {
            retain(now.keySet());
            now.forEach((thread, count) -> {
                if (!ending.contains(thread)) {
                    Long before = living.put(thread, count);
                    ended += before != null && count < before ? before : 0; // the system reused the number
                }
            });
            return ended + living.values().stream().mapToLong(Long::longValue).sum();
        }

        /** Treats all other threads as ended. */
        void retain(Set<Long> threads) {
            ending.retainAll(threads);
            living.entrySet().removeIf(thread -> {
                boolean hasEnded = !threads.contains(thread.getKey());
                ended += hasEnded ? thread.getValue() : 0;
                return hasEnded;
            });
        }

        /** The thread is about to end with this count. */
        void ends(long thread, long count) {
            Long before = living.remove(thread);
            ended += before == null ? count : Math.max(before, count);
            ending.add(thread);
        }
    }
}
