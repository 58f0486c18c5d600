package pingmark.kit.process;

/** Starts threads that do the worker's work. What one cost is kept when it ends, as the system forgets it. */
public final class WorkThread {
    private WorkThread() {
    }

    public static Thread start(String name, Runnable body) {
        Thread thread = new Thread(counted(body), name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** For a library that starts its threads itself. */
    public static Runnable counted(Runnable body) {
        return () -> {
            try {
                body.run();
            } finally {
                Usage.threadEnds();
            }
        };
    }
}
