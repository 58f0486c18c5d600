package pingmark.netty;

import io.netty.util.Version;
import java.util.List;
import java.util.stream.Collectors;
import pingmark.kit.Worker;

/** The worker with Netty. */
public final class Main {
    private Main() {
    }

    public static void main(String[] arguments) throws Exception {
        run("java/netty");
    }

    public static void run(String worker) throws Exception {
        new Worker(worker, List.of("Netty " + version())).run();
    }

    /** Each artifact of Netty has a version. */
    private static String version() {
        return Version.identify(Main.class.getClassLoader())
                .values()
                .stream()
                .map(Version::artifactVersion)
                .distinct()
                .collect(Collectors.joining(", "));
    }
}
