package pingmark.sockets;

import java.util.List;
import pingmark.kit.Worker;

/** The worker with the stack on virtual threads. */
public final class VirtualMain {
    private VirtualMain() {
    }

    public static void main(String[] arguments) throws Exception {
        try {
            new TcpVirtual().serverThreads();
        } catch (IllegalStateException e) { // another java runs it than the one that built it
            System.err.println(e.getMessage());
            System.exit(1);
        }
        new Worker("java/virtual", List.of()).run();
    }
}
