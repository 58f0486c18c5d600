package pingmark.kit;

import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import pingmark.kit.process.Usage;
import pingmark.kit.protocol.Constants;

/** Reads stdin on a thread of its own, so that the worker ends with its controller, whatever it is doing. */
final class LineReader {
    /** Stands for a line longer than the protocol allows; compared by identity. */
    static final String TOO_LONG = "longer than 4 MiB";

    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private boolean tooLong;

    void start() {
        Thread thread = new Thread(this::readAll, "stdin");
        thread.setDaemon(true);
        Usage.excludeAllocationsOf(thread);
        thread.start();
    }

    String next() throws InterruptedException {
        return lines.take();
    }

    private void readAll() {
        byte[] buffer = new byte[1 << 16];
        try (FileInputStream stdin = new FileInputStream(FileDescriptor.in)) {
            for (int count; (count = stdin.read(buffer)) >= 0;) {
                split(buffer, count);
            }
        } catch (IOException e) {
            System.err.println("stdin: " + e.getMessage());
        }
        Runtime.getRuntime().halt(0); // unlike exit() it runs no shutdown hooks
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
        tooLong |= line.size() + count >= Constants.MAX_LINE_BYTES; // the newline counts, too
        if (!tooLong) {
            line.write(buffer, start, count);
        }
    }
}
