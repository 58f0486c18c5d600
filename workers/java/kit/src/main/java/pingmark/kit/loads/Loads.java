package pingmark.kit.loads;

import java.util.List;
import java.util.stream.Stream;
import pingmark.kit.Request;
import pingmark.kit.Unsupported;

/** The load models by their names. A new one is a file of its own, and a line here. */
public final class Loads {
    private static final List<Entry> ALL =
            List.of(new Entry(Closed.NAME, false, Closed::read), new Entry(FixedRate.NAME, true, FixedRate::read));

    private Loads() {
    }

    private interface Reader {
        Load.Model read(Request request) throws Unsupported;
    }

    private record Entry(String name, boolean timed, Reader reader) {
    }

    /** Those that a client can make that wakes at a time, or does not. */
    public static List<String> names(boolean keepsTimes) {
        return offered(keepsTimes).map(Entry::name).toList();
    }

    /** Takes what a request to run says of its load. */
    public static Load.Model read(Request request, boolean keepsTimes) throws Unsupported {
        String name = request.text("load", Closed.NAME);
        for (Entry entry : offered(keepsTimes).toList()) {
            if (entry.name.equals(name)) {
                return entry.reader.read(request);
            }
        }
        throw new Unsupported("load " + name + ": " + String.join(", ", names(keepsTimes)));
    }

    public static boolean isClosed(Load.Model load) {
        return load instanceof Closed;
    }

    private static Stream<Entry> offered(boolean keepsTimes) {
        return ALL.stream().filter(entry -> keepsTimes || !entry.timed);
    }
}
