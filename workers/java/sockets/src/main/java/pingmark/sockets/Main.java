package pingmark.sockets;

import java.util.List;
import pingmark.kit.Worker;

/** The worker with the JDK's own sockets. */
public final class Main {
    private Main() {
    }

    public static void main(String[] arguments) throws Exception {
        new Worker("java/sockets", List.of()).run();
    }
}
