package pingmark.kit.loads;

import java.util.List;
import java.util.stream.Stream;
import pingmark.kit.Request;
import pingmark.kit.Unsupported;

/** The load models by their names. A new one is a file of its own, and a line here. */
public final class Loads {
    private static final List<Entry> ALL = List.of(new Entry(Batch.NAME, Needs.NOTHING, Batch::read),
            new Entry(Closed.NAME, Needs.NOTHING, Closed::read),
            new Entry(FixedRate.NAME, Needs.TIMES, FixedRate::read),
            new Entry(Preflood.NAME, Needs.NOTHING, Preflood::read),
            new Entry(WriteWriteRead.NAME, Needs.A_STREAM, WriteWriteRead::read));

    private Loads() {
    }

    private enum Needs { NOTHING, TIMES, A_STREAM }

    private interface Reader {
        Load.Model read(Request request, Load.Room room) throws Unsupported;
    }

    private record Entry(String name, Needs needs, Reader reader) {
        boolean fits(Load.Room room) {
            return switch (needs) {
                case NOTHING -> true;
                case TIMES -> room.keepsTimes();
                case A_STREAM -> room.stream();
            };
        }
    }

    /** Those that a client can make. */
    public static List<String> names(Load.Room room) {
        return offered(room).map(Entry::name).toList();
    }

    /** Takes what a request to run says of its load. */
    public static Load.Model read(Request request, Load.Room room) throws Unsupported {
        String name = request.text("load", Closed.NAME);
        for (Entry entry : offered(room).toList()) {
                        if (entry.name.equals(name)) {
                            return entry.reader.read(request, room);
                        }
                    }
                    throw new Unsupported("load " + name + ": " + String.join(", ", names(room)));
            }

            public static boolean isClosed(Load.Model load) {
                return load instanceof Closed;
            }

            private static Stream<Entry> offered(Load.Room room) {
                return ALL.stream().filter(entry -> entry.fits(room));
            }
        }
