package pingmark.kit.measuring;

import java.io.IOException;
import java.util.List;
import pingmark.kit.protocol.Constants;
import pingmark.kit.protocol.Reply;

/** What all lanes counted in one measurement. */
record Result(Window window, Counts counts) {
    static Result of(Window window, boolean timed, List<Lane> lanes) throws IOException {
        Counts all = new Counts();
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
        Reply reply = Reply.ok(id)
                              .put("from_ns", from())
                              .put("to_ns", to())
                              .put("sent", counts.sent)
                              .put("received", counts.received)
                              .put("answered", counts.answered)
                              .put("lost", counts.lost)
                              .put("unsent", counts.unsent)
                              .put("corrupt", counts.corrupt)
                              .put("late", counts.late)
                              .put("duplicated", counts.duplicated)
                              .put("reordered", counts.reordered)
                              .put("silent_connections", counts.silentConnections)
                              .put("rtt_max_ns", counts.roundTrips.most())
                              .put("rtt_sum_ns", counts.roundTrips.sum())
                              .put("histogram", counts.roundTrips.sparse());
        if (counts.timed) {
            reply.put("uncorrected_histogram", counts.uncorrected.sparse())
                    .put("send_lateness_histogram", counts.sendLateness.sparse());
        }
        if (counts.connects != null) {
            reply.put("connect_histogram", counts.connects.sparse())
                    .put("first_byte_histogram", counts.firstBytes.sparse());
        }
        if (counts.snapshots != null) {
            reply.put("snapshots", counts.snapshots.received + counts.snapshots.lost)
                    .put("snapshots_received", counts.snapshots.received)
                    .put("snapshots_lost", counts.snapshots.lost)
                    .put("snapshot_lateness_histogram", counts.snapshots.lateness.sparse())
                    .put("snapshot_skew_histogram", counts.snapshots.skew.sparse());
        }
        return window.laps() ? reply.put("laps_ns", counts.laps.durations()) : reply;
    }
}
