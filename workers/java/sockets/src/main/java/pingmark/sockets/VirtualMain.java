package pingmark.sockets;

import java.util.List;
import pingmark.kit.Worker;
import pingmark.kit.process.VirtualThreads;

/** The worker with the stacks on virtual threads. */
public final class VirtualMain {
    private VirtualMain() {
    }

    public static void main(String[] arguments) throws Exception {
        try {
            VirtualThreads.starter();
        } catch (IllegalStateException e) { // it was built for another java, or on another machine
            System.err.println(e.getMessage());
            System.exit(1);
        }
        new Worker("java/virtual", List.of()).run();
    }
}
