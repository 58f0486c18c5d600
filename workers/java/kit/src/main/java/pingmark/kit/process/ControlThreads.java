package pingmark.kit.process;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Knows the threads that talk to the controller. What they allocate is not part of a message's cost. */
public final class ControlThreads {
    private static final Set<Long> IDS = ConcurrentHashMap.newKeySet();

    private ControlThreads() {
    }

    public static void start(String name, Runnable body) {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        IDS.add(thread.getId());
        thread.start();
    }

    public static void join(Thread current) {
        IDS.add(current.getId());
    }

    static boolean contains(long id) {
        return IDS.contains(id);
    }
}
