package pingmark.known;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The delays of a connection as they really were, in ns: a line each, in a file of the folder KNOWN_ANSWERS_LOG that
 * appears, whole, when the connection ends. Without that variable nothing is kept.
 */
final class DelayLog {
    private static final int MOST = 1_000_000;
    private static final AtomicInteger CONNECTIONS = new AtomicInteger();

    private final String folder = System.getenv("KNOWN_ANSWERS_LOG");
    private final long[] delays = new long[folder == null ? 0 : MOST];
    private int count;

    void record(long ns) {
        if (count < delays.length) {
            delays[count++] = ns;
        }
    }

    void write() {
        if (count == 0) {
            return;
        }
        String name = String.valueOf(CONNECTIONS.incrementAndGet());
        Path file = Path.of(folder, name);
        try {
            try (PrintWriter writer = new PrintWriter(Files.newBufferedWriter(file))) {
                for (int at = 0; at < count; at++) {
                    writer.println(delays[at]);
                }
            }
            Files.move(file, Path.of(folder, name + ".delays"));
        } catch (IOException e) {
            System.err.println("delays: " + e);
        }
    }
}
