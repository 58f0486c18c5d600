package pingmark.kit.process;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A file of /proc about this process. */
public final class ProcFile {
    private static final long TICK_NS = 10_000_000; // USER_HZ is 100 on every Linux that a JDK runs on

    private final String text;

    public ProcFile(String path) throws IOException {
        try (FileInputStream file = new FileInputStream("/proc/" + path)) {
            text = new String(file.readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    /** Returns the value of a line "name: value" of a status file. */
    public String field(String name) {
        int at = text.indexOf("\n" + name + ":") + name.length() + 2;
        return text.substring(at, text.indexOf('\n', at)).trim();
    }

    long number(String name) {
        return Long.parseLong(field(name).split(" ")[0]);
    }

    /** Returns user and system time of a stat file: fields 14 and 15. Field 2 is a name in parentheses. */
    long[] cpuNs() {
        String[] fields = text.substring(text.lastIndexOf(')') + 2).split(" ");
        return new long[] {Long.parseLong(fields[11]) * TICK_NS, Long.parseLong(fields[12]) * TICK_NS};
    }

    /** Parses a list such as 0-3,8. */
    public static List<Integer> numbers(String list) {
        List<Integer> numbers = new ArrayList<>();
        for (String range : list.split(",")) {
            String[] ends = range.split("-");
            for (int number = Integer.parseInt(ends[0]); number <= Integer.parseInt(ends[ends.length - 1]); number++) {
                numbers.add(number);
            }
        }
        return numbers;
    }
}
