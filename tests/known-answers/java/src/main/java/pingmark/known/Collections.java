package pingmark.known;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * Collects by force every 300 ms while messages arrive: a heap that makes it take some ms. When it did is in a file of
 * the folder KNOWN_ANSWERS_EVENTS, if that variable is set: a line each, in ns by CLOCK_MONOTONIC.
 */
final class Collections {
    private static final long PERIOD = 300_000_000;
    private static final int OBJECTS = 400_000;
    private static final Object[] HEAP = IntStream.range(0, OBJECTS).mapToObj(i -> new Object[2]).toArray();
    private static final String FOLDER = System.getenv("KNOWN_ANSWERS_EVENTS");
    private static final AtomicLong NEXT = new AtomicLong();

    private Collections() {
    }

    static long collectIfDue() {
        long next = NEXT.get();
        long now = System.nanoTime();
        if (now < next || !NEXT.compareAndSet(next, now + PERIOD) || next == 0) {
            return 0;
        }
        System.gc();
        if (FOLDER != null && HEAP.length > 0) {
            record(now, System.nanoTime());
        }
        return 0;
    }

    private static void record(long from, long to) {
        try {
            Files.writeString(Path.of(FOLDER, Long.toString(ProcessHandle.current().pid())), from + " " + to + "\n",
                    StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
