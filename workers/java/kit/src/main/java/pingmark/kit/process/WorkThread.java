package pingmark.kit.process;

/** Starts threads that do the worker's work, and counts what they used after they have ended. */
public final class WorkThread {
    private WorkThread() {
    }

    public static Thread start(String name, Runnable body) {
        Thread thread = new Thread(counted(body), name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** For libraries that start their own threads. */
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
