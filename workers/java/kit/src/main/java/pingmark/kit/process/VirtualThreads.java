package pingmark.kit.process;

import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;

/**
 * Starts virtual threads of JDK 21, by reflection, so that workers are built by any JDK from 17 on. They are none that
 * {@link WorkThread} counts: what they cost is in their carriers, which the system knows.
 */
public final class VirtualThreads {
    private static final int LEAST = 21;

    private VirtualThreads() {
    }

    /**
     * Starts a virtual thread for each task.
     *
     * @throws IllegalStateException this JDK has none
     */
    public static Executor starter() {
        return starter(Thread.class, Runtime.version());
    }

    /** @param threads has what {@code Thread} has from JDK 21 on */
    static Executor starter(Class<?> threads, Runtime.Version version) {
        if (version.feature() < LEAST) { // 19 and 20 have them as a preview that must be asked for
            throw new IllegalStateException("needs JDK " + LEAST + " or later; this is " + version);
        }
        ThreadFactory factory = factory(threads);
        return task -> factory.newThread(task).start();
    }

    private static ThreadFactory factory(Class<?> threads) {
        try {
            Object builder = threads.getMethod("ofVirtual").invoke(null);
            // By the interface: the class that implements it is not public.
            return (ThreadFactory) threads.getMethod("ofVirtual").getReturnType().getMethod("factory").invoke(builder);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("virtual threads: " + e, e);
        }
    }
}
