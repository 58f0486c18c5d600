#include <algorithm>

#include "kit/clock.hpp"
#include "kit/failure.hpp"
#include "kit/lines.hpp"
#include "kit/roles.hpp"

namespace pingmark {

namespace {

Reply reply_of(const Result& result, bool with_laps) {
    Reply reply{{"from_ns", result.from},
                {"to_ns", result.to},
                {"sent", result.sent},
                {"received", result.received},
                {"lost", result.lost},
                {"corrupt", result.faults.corrupt},
                {"late", result.faults.late},
                {"duplicated", result.faults.duplicated},
                {"reordered", result.faults.reordered},
                {"silent_connections", result.silent_connections},
                {"rtt_min_ns", nullptr},
                {"rtt_max_ns", nullptr},
                {"rtt_sum_ns", nullptr},
                {"histogram", result.histogram.sparse()}};
    if (!result.round_trips.empty()) {
        reply["rtt_min_ns"] = result.round_trips.min;
        reply["rtt_max_ns"] = result.round_trips.max;
        reply["rtt_sum_ns"] = result.round_trips.sum;
    }
    if (with_laps) reply["laps_ns"] = result.laps;
    return reply;
}

std::uint64_t take_laps(Request& request, const Client& client) {
    if (!request.has("lap_messages")) return 0;
    if (client.connections() != 1 || client.in_flight() != 1) {
        throw Unsupported("lap_messages needs one connection with one message in flight");
    }
    return static_cast<std::uint64_t>(request.integer("lap_messages", 1));
}

}  // namespace

Reply Roles::slice(Request& request) {
    Client& measured = client();
    Window window;
    window.from = request.integer("from_ns");
    window.to = request.integer("to_ns");
    window.lap_messages = take_laps(request, measured);
    request.refuse_unknown_fields();
    if (window.from >= window.to) throw Failure("from_ns is not before to_ns");
    // What was over before the load ran is not part of the window as counted.
    window.from = std::max(window.from, now_ns());
    if (window.from >= window.to) throw Failure("to_ns has already passed");
    return reply_of(measured.measure(window, nullptr), window.lap_messages > 0);
}

Reply Roles::run(Request& request) {
    Client& measured = client();
    constexpr std::int64_t longest = 1'000'000 * second;
    const std::int64_t settle = request.integer_or("settle_ns", 0, 0, longest);
    Window window;
    const bool by_messages = request.has("messages");
    if (by_messages == request.has("duration_ns")) throw Failure("run needs either duration_ns or messages");
    std::int64_t duration = 0;
    if (by_messages) {
        window.messages = static_cast<std::uint64_t>(request.integer("messages", 1));
    } else {
        duration = request.integer("duration_ns", 1, longest);
    }
    window.lap_messages = take_laps(request, measured);
    const bool with_progress = request.flag("progress", false);
    request.refuse_unknown_fields();

    Client::Progress progress;
    if (with_progress) {
        progress = [&request](std::uint64_t received, std::uint64_t lost) {
            const Reply notice{{"id", request.id()}, {"event", "progress"}, {"received", received}, {"lost", lost}};
            write_line(notice.dump());
        };
    }
    window.from = now_ns() + settle;
    if (!by_messages) window.to = window.from + duration;
    return reply_of(measured.measure(window, progress), window.lap_messages > 0);
}

}  // namespace pingmark
