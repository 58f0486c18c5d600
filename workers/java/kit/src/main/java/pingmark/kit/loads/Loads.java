package pingmark.kit.loads;

import java.util.List;
import pingmark.kit.protocol.Request;
import pingmark.kit.protocol.Unsupported;

/** Registers load models by name. A new one is a line here. */
public final class Loads {
    private static final Reader CLOSED = (request, client) -> ClosedLoops.CLOSED;

    private static final List<Entry> ALL = List.of(new Entry("batch", Needs.NOTHING, ClosedLoops::batch),
            new Entry("closed", Needs.NOTHING, CLOSED), new Entry("churn", Needs.CHURN, CLOSED),
            new Entry("fixed-rate", Needs.TIMES, FixedRate::read),
            new Entry("preflood", Needs.NOTHING, ClosedLoops::preflood), new Entry("replay", Needs.TIMES, Replay::read),
            new Entry("stream", Needs.ONE_WAY, ClosedLoops::stream),
            new Entry("tick", Needs.SNAPSHOTS, FixedRate::read),
            new Entry("write-write-read", Needs.A_STREAM, (request, client) -> ClosedLoops.WRITE_WRITE_READ));

    private Loads() {
    }

    private enum Needs { NOTHING, TIMES, A_STREAM, ONE_WAY, CHURN, SNAPSHOTS }

    private interface Reader {
        Load.Model read(Request request, Load.ClientTraits client) throws Unsupported;
    }

    private record Entry(String name, Needs needs, Reader reader) {
        /** Returns whether this is the load of that name, and the connected client can make it. */
        boolean isFor(String asked, Load.ClientTraits client) {
            return name.equals(asked) && fits(client) && client.oneWay() == (needs == Needs.ONE_WAY)
                    && client.churns() == (needs == Needs.CHURN) && client.snapshots() == (needs == Needs.SNAPSHOTS);
        }

        boolean fits(Load.ClientTraits client) {
            return switch (needs) {
                case NOTHING -> true;
                case TIMES -> client.keepsTimes();
                case A_STREAM -> client.stream();
                case ONE_WAY -> client.oneWay();
                case CHURN -> client.churns();
                case SNAPSHOTS -> client.snapshots() && client.keepsTimes();
            };
        }
    }

    /** Returns the loads that a client can make. */
    public static List<String> names(Load.ClientTraits client) {
        return ALL.stream().filter(entry -> entry.fits(client)).map(Entry::name).toList();
    }

    /** Reads the fields of a run that describe its load. */
    public static Load.Model read(Request request, Load.ClientTraits client) throws Unsupported {
        String name = request.text("load", "closed");
        for (Entry entry : ALL) {
            if (entry.isFor(name, client)) {
                return entry.reader.read(request, client);
            }
        }
        throw new Unsupported("load " + name + ": " + String.join(", ", names(client))
                + "; a client connected with one_way makes stream, with churn churn, with snapshots tick,"
                + " and others none of these");
    }

    public static boolean isClosed(Load.Model load) {
        return load == ClosedLoops.CLOSED;
    }
}
