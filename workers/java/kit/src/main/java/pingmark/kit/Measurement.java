package pingmark.kit;

import java.io.IOException;
import java.util.List;

/** One slice or run: divides the window among the lanes, waits for them, and adds up what they counted. */
final class Measurement {
    private static final long CHECK_MS = 100;
    private static final int CHECKS_PER_NOTICE = 10;
    /** A lane gives a sign of life at least every 100 ms. Counted in checks, so that time for which all was stopped is no silence. */
    private static final int MOST_SILENT_CHECKS = 30;

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
        long[] signs = new long[lanes.size()];
        int[] silentChecks = new int[lanes.size()];
        for (int checks = 1; !session.awaitParked(CHECK_MS); checks++) {
            if (checks % CHECKS_PER_NOTICE == 0) {
                notice.progress(received(), lost());
            }
            for (int lane = 0; lane < signs.length; lane++) {
                long sign = lanes.get(lane).matched.get() + lanes.get(lane).idleTicks.get();
                silentChecks[lane] = sign == signs[lane] ? silentChecks[lane] + 1 : 0;
                signs[lane] = sign;
            }
            if (java.util.Arrays.stream(silentChecks).max().orElse(0) > MOST_SILENT_CHECKS && !session.awaitParked(CHECK_MS)) {
                session.abort("a send or receive did not return for 3 s");
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
        boolean lapped = laps != null && sent > 0;
        Reply reply = Reply.ok(id)
            .put("from_ns", lapped ? laps.firstStart() : window.from())
            .put("to_ns", lapped || window.byMessages() ? lastSettled : window.to())
            .put("sent", sent).put("received", received()).put("lost", lost())
            .put("corrupt", corrupt).put("late", late).put("duplicated", duplicated).put("reordered", reordered)
            .put("silent_connections", silent)
            .put("rtt_min_ns", all.least()).put("rtt_max_ns", all.most()).put("rtt_sum_ns", all.sum())
            .put("histogram", all.sparse());
        return laps == null ? reply : reply.put("laps_ns", laps.durations());
    }
}
