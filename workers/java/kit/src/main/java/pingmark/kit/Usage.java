package pingmark.kit;

import com.sun.management.ThreadMXBean;
import java.io.File;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;

/**
 * What the process has cost since its start. The JDK has no getrusage: CPU time comes from /proc/self/stat, in steps of
 * 10 ms, context switches from the living threads and from what each of ours had when it ended.
 */
final class Usage {
    private static final AtomicLong ENDED_VOLUNTARY = new AtomicLong();
    private static final AtomicLong ENDED_INVOLUNTARY = new AtomicLong();
    private static final AtomicLong ENDED_ALLOCATED = new AtomicLong();

    private Usage() {
    }

    static void write(Reply reply) throws IOException {
        long[] cpu = new ProcFile("self/stat").cpuNs();
        long voluntary = ENDED_VOLUNTARY.get();
        long involuntary = ENDED_INVOLUNTARY.get();
        for (String thread : taskIds()) {
            try {
                ProcFile status = new ProcFile("self/task/" + thread + "/status");
                voluntary += status.number("voluntary_ctxt_switches");
                involuntary += status.number("nonvoluntary_ctxt_switches");
            } catch (IOException e) {
                continue; // it ended since the listing
            }
        }
        ProcFile process = new ProcFile("self/status");
        reply.put("now_ns", System.nanoTime())
                .put("cpu_user_ns", cpu[0])
                .put("cpu_system_ns", cpu[1])
                .put("voluntary_switches", voluntary)
                .put("involuntary_switches", involuntary)
                .put("peak_rss_bytes", process.number("VmHWM") * 1024)
                .put("rss_bytes", process.number("VmRSS") * 1024);
        writeMemory(reply);
    }

    private static String[] taskIds() {
        String[] ids = new File("/proc/self/task").list();
        return ids != null ? ids : new String[0];
    }

    private static void writeMemory(Reply reply) throws IOException {
        long count = 0;
        long pauseMs = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
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

    private static long allocated() {
        ThreadMXBean threads = threads();
        long[] ids = LongStream.of(threads.getAllThreadIds()).filter(id -> !ControlThreads.contains(id)).toArray();
        return ENDED_ALLOCATED.get()
                + LongStream.of(threads.getThreadAllocatedBytes(ids)).filter(bytes -> bytes > 0).sum();
    }

    private static ThreadMXBean threads() {
        return (ThreadMXBean) ManagementFactory.getThreadMXBean();
    }

    /** To be called on a thread that is about to end. */
    static void threadEnds() {
        ENDED_ALLOCATED.addAndGet(threads().getThreadAllocatedBytes(Thread.currentThread().getId()));
        try {
            ProcFile status = new ProcFile("thread-self/status");
            ENDED_VOLUNTARY.addAndGet(status.number("voluntary_ctxt_switches"));
            ENDED_INVOLUNTARY.addAndGet(status.number("nonvoluntary_ctxt_switches"));
        } catch (IOException e) {
            System.err.println("usage of an ending thread: " + e.getMessage());
        }
    }
}
