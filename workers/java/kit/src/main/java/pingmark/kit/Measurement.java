package pingmark.kit;

import java.io.IOException;
import java.util.List;

/** One slice or run: starts the lanes, waits for them, and adds up what they counted. */
final class Measurement {
    private static final int CHECKS_PER_NOTICE = (int) (1000 / Watchdog.CHECK_MS);

    private final Session session;
    private final List<Lane> lanes;
    private final Window window;

    Measurement(Session session, Window window) {
        this.session = session;
        this.lanes = session.lanes();
        this.window = window;
    }

    interface Notice {
        void progress(long received, long lost) throws IOException;
    }

    Reply measure(long id, Notice notice) throws IOException, InterruptedException {
        session.requireWhole();
        session.begin(window);
        Watchdog watchdog = new Watchdog(lanes);
        for (int checks = 1; !session.awaitParked(Watchdog.CHECK_MS); checks++) {
            if (checks % CHECKS_PER_NOTICE == 0) {
                notice.progress(received(), lost());
            }
            if (watchdog.check() && !session.awaitParked(Watchdog.CHECK_MS)) {
                session.abort(
                        "a send or receive does not return; socket buffers may be too small for in_flight x message_bytes");
                break;
            }
        }
        session.requireWhole();
        return result(id);
    }

    private long received() {
        return lanes.stream().mapToLong(lane -> lane.counts.received.get()).sum();
    }

    private long lost() {
        return lanes.stream().mapToLong(lane -> lane.counts.lost.get()).sum();
    }

    private Reply result(long id) throws IOException {
        Histogram all = new Histogram();
        long sent = 0;
        long corrupt = 0;
        long late = 0;
        long duplicated = 0;
        long reordered = 0;
        int silent = 0;
        long lastSettled = window.from();
        for (Lane lane : lanes) {
            LaneCounts counts = lane.counts;
            all.add(counts.roundTrips);
            sent += counts.sent;
            corrupt += counts.corrupt;
            late += counts.late;
            duplicated += counts.duplicated;
            reordered += counts.reordered;
            silent += counts.silentConnections;
            lastSettled = Math.max(lastSettled, counts.lastSettled);
        }
        Laps laps = lanes.get(0).counts.laps;
        if (laps != null && laps.overflowed()) {
            throw new IOException("more than " + Laps.MOST + " laps; raise lap_messages");
        }
        boolean lapped = laps != null && sent > 0;
        Reply reply = Reply.ok(id)
                              .put("from_ns", lapped ? laps.firstStart() : window.from())
                              .put("to_ns", lapped || window.byMessages() ? lastSettled : window.to())
                              .put("sent", sent)
                              .put("received", received())
                              .put("lost", lost())
                              .put("corrupt", corrupt)
                              .put("late", late)
                              .put("duplicated", duplicated)
                              .put("reordered", reordered)
                              .put("silent_connections", silent)
                              .put("rtt_min_ns", all.least())
                              .put("rtt_max_ns", all.most())
                              .put("rtt_sum_ns", all.sum())
                              .put("histogram", all.sparse());
        return laps == null ? reply : reply.put("laps_ns", laps.durations());
    }
}
