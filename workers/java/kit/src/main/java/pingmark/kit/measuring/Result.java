package pingmark.kit.measuring;

import java.io.IOException;
import java.util.List;
import pingmark.kit.protocol.Constants;
import pingmark.kit.protocol.Reply;

/** The counts of all lanes in one measurement. */
record Result(Window window, Counts counts) {
    static Result of(Window window, boolean timed, List<Lane> lanes) throws IOException {
        Counts all = new Counts(lanes.get(0).plan());
        all.begin(window, timed);
        for (Lane lane : lanes) {
            all.add(lane.counts);
        }
        if (all.laps != null && all.laps.overflowed()) {
            throw new IOException("more than " + Constants.MAX_LAPS + " laps; raise lap_messages");
        }
        return new Result(window, all);
    }

    private boolean lapped() {
        return window.laps() && counts.sent > 0;
    }

    long from() {
        return lapped() ? counts.laps.firstStart() : window.from();
    }

    long to() {
        return lapped() || window.byMessages() ? counts.lastSettled : window.to();
    }

    Reply reply(long id) throws IOException {
        Reply reply = counts.write(Reply.ok(id).put("from_ns", from()).put("to_ns", to()));
        return window.laps() ? reply.put("laps_ns", counts.laps.durations()) : reply;
    }
}
