package pingmark.kit.loads;

import java.util.List;
import pingmark.kit.protocol.Request;
import pingmark.kit.protocol.Unsupported;

/** Finds load models by their names. A new one is a file of its own, and a line here. */
public final class Loads {
    /** A closed loop of messages that have a connection each. */
    private static final String CHURN = "churn";
    /** An open loop of inputs, beside the snapshots that a server sends. */
    private static final String TICK = "tick";
    private static final List<Entry> ALL = List.of(new Entry(Batch.NAME, Needs.NOTHING, Batch::read),
            new Entry(Closed.NAME, Needs.NOTHING, Closed::read), new Entry(CHURN, Needs.CHURN, Closed::read),
            new Entry(FixedRate.NAME, Needs.TIMES, FixedRate::read),
            new Entry(Preflood.NAME, Needs.NOTHING, Preflood::read), new Entry(Replay.NAME, Needs.TIMES, Replay::read),
            new Entry(Stream.NAME, Needs.ONE_WAY, Stream::read), new Entry(TICK, Needs.TICKS, FixedRate::read),
            new Entry(WriteWriteRead.NAME, Needs.A_STREAM, WriteWriteRead::read));

    private Loads() {
    }

    private enum Needs { NOTHING, TIMES, A_STREAM, ONE_WAY, CHURN, TICKS }

    private interface Reader {
        Load.Model read(Request request, Load.Room room) throws Unsupported;
    }

    private record Entry(String name, Needs needs, Reader reader) {
        /** Of a client that is connected. */
        boolean isFor(String asked, Load.Room room) {
            return name.equals(asked) && fits(room) && room.oneWay() == (needs == Needs.ONE_WAY)
                    && room.churns() == (needs == Needs.CHURN) && room.ticks() == (needs == Needs.TICKS);
        }

        boolean fits(Load.Room room) {
            return switch (needs) {
                case NOTHING -> true;
                case TIMES -> room.keepsTimes();
                case A_STREAM -> room.stream();
                case ONE_WAY -> room.oneWay();
                case CHURN -> room.churns();
                case TICKS -> room.ticks() && room.keepsTimes();
            };
        }
    }

    /** Those that a client can make. */
    public static List<String> names(Load.Room room) {
        return ALL.stream().filter(entry -> entry.fits(room)).map(Entry::name).toList();
    }

    /** Takes what a request to run says of its load. */
    public static Load.Model read(Request request, Load.Room room) throws Unsupported {
        String name = request.text("load", Closed.NAME);
        List<Entry> asked = ALL.stream().filter(entry -> entry.isFor(name, room)).toList();
        if (asked.isEmpty()) {
            throw new Unsupported("load " + name + ": " + String.join(", ", names(room))
                    + "; a client connected with one_way makes stream, with churn churn, with snapshots tick,"
                    + " and others none of these");
        }
        return asked.get(0).reader.read(request, room);
    }

    public static boolean isClosed(Load.Model load) {
        return load instanceof Closed;
    }
}
