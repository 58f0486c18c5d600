package pingmark.kit;

/** A thread that does the worker's work. What it cost is kept when it ends, as the system forgets it. */
public final class WorkThread {
    private WorkThread() {
    }

    public static void start(String name, Runnable body) {
        Thread thread = new Thread(() -> {
            try {
                body.run();
            } finally {
                Usage.threadEnds();
            }
        }, name);
        thread.setDaemon(true);
        thread.start();
    }
}
