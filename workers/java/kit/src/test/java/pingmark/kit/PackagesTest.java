package pingmark.kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Packages may use only those below them, so that there is no cycle. */
class PackagesTest {
    private static final Path SOURCES = Path.of("src", "main", "java");
    private static final String KIT = "pingmark.kit";
    private static final Pattern USED = Pattern.compile("(?m)\\bpingmark\\.kit(?:\\.[a-z]+)?(?=\\.[A-Z*])");

    /** The packages from the bottom up, and those that each of them uses. */
    private static final List<Map.Entry<String, Set<String>>> UPWARDS = List.of(Map.entry("protocol", Set.of()),
            Map.entry("process", Set.of("protocol")), Map.entry("sockets", Set.of("protocol")),
            Map.entry("loads", Set.of("protocol")), Map.entry("contents", Set.of("protocol")),
            Map.entry("serving", Set.of("protocol", "process", "sockets")),
            Map.entry("measuring", Set.of("protocol", "process", "sockets", "loads", "contents", "serving")),
            Map.entry("", Set.of("protocol", "process", "sockets", "loads", "contents", "serving", "measuring")));

    @Test
    void packagesUseOnlyThoseBelowThem() throws IOException {
        Map<String, Set<String>> allowed = new TreeMap<>();
        for (Map.Entry<String, Set<String>> one : UPWARDS) {
            assertTrue(allowed.keySet().containsAll(one.getValue()),
                    () -> one.getKey() + " uses a package that is not below it");
            allowed.put(one.getKey(), one.getValue());
        }
        Set<String> violations = new TreeSet<>();
        try (Stream<Path> files = Files.walk(SOURCES)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
                String own = nameOf(SOURCES.relativize(file.getParent()).toString().replace('/', '.'));
                assertTrue(allowed.containsKey(own), () -> file + " is in an unknown package");
                Set<String> used = used(file);
                used.remove(own);
                used.removeAll(allowed.get(own));
                used.forEach(other -> violations.add(file.getFileName() + " uses " + other));
            }
        }
        assertEquals(Set.of(), violations);
    }

    private static Set<String> used(Path file) throws IOException {
        return USED.matcher(Files.readString(file))
                .results()
                .map(MatchResult::group)
                .map(PackagesTest::nameOf)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the name without the common prefix; empty for the top package. */
    private static String nameOf(String whole) {
        return whole.equals(KIT) ? "" : whole.substring(KIT.length() + 1);
    }
}
