package pingmark.kit;

import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import pingmark.kit.process.ControlThreads;
import pingmark.kit.protocol.Constants;

/**
 * Reads stdin on a thread of its own, so that its end stops the worker whatever the worker is doing: no controller, no
 * worker.
 */
final class LineReader {
    /** Stands for a line that was longer than the protocol allows; compared by identity. */
    static final String TOO_LONG = "longer than 4 MiB";

    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private boolean tooLong;

    void start() {
        ControlThreads.start("stdin", () -> {
            try (FileInputStream stdin = new FileInputStream(FileDescriptor.in)) {
                read(stdin);
            } catch (IOException e) {
                System.err.println("stdin: " + e.getMessage());
            }
            Runtime.getRuntime().halt(0); // not exit(): no shutdown hook may delay it
        });
    }

    String next() throws InterruptedException {
        return lines.take();
    }

    /** Until the input ends. */
    void read(InputStream input) throws IOException {
        byte[] buffer = new byte[1 << 16];
        for (int count; (count = input.read(buffer)) >= 0;) {
            split(buffer, count);
        }
    }

    private void split(byte[] buffer, int count) {
        int start = 0;
        for (int at = 0; at < count; at++) {
            if (buffer[at] == '\n') {
                append(buffer, start, at - start);
                lines.add(tooLong ? TOO_LONG : line.toString(StandardCharsets.UTF_8));
                line.reset();
                tooLong = false;
                start = at + 1;
            }
        }
        append(buffer, start, count - start);
    }

    private void append(byte[] buffer, int start, int count) {
        tooLong |= line.size() + count >= Constants.MAX_LINE_BYTES; // its newline counts too
        if (!tooLong) {
            line.write(buffer, start, count);
        }
    }
}
