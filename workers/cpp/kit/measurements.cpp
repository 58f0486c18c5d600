#include <algorithm>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>

#include "kit/clock.hpp"
#include "kit/failure.hpp"
#include "kit/roles.hpp"

namespace pingmark {

namespace {

void write(const Slowest& slowest, Reply& reply) {
    std::vector<std::size_t> connections;
    std::vector<std::int64_t> intended;
    std::vector<std::int64_t> sent;
    std::vector<std::int64_t> received;
    for (const Slowest::Message& message : slowest.messages()) {
        connections.push_back(message.connection);
        intended.push_back(message.times.intended_at);
        sent.push_back(message.times.sent_at);
        received.push_back(message.times.received_at);
    }
    reply["slowest_connections"] = connections;
    reply["slowest_intended_ns"] = intended;
    reply["slowest_sent_ns"] = sent;
    reply["slowest_received_ns"] = received;
}

Reply reply_of(const Result& result, bool with_laps) {
    const CountsSum& counts = result.counts;
    Reply reply{{"from_ns", result.from}, {"to_ns", result.to}, {"rtt_max_ns", nullptr}, {"rtt_sum_ns", nullptr}};
    for (std::size_t i = 0; i < counts.numbers.size(); ++i) {
        if (result.kinds.has(number_rows[i].kind)) reply[number_rows[i].name] = counts.numbers[i];
    }
    for (std::size_t i = 0; i < counts.durations.size(); ++i) {
        if (result.kinds.has(durations_rows[i].kind)) reply[durations_rows[i].name] = counts.durations[i].sparse();
    }
    if (result.kinds.has_ticks) reply["snapshots"] = counts.of("snapshots_received") + counts.of("snapshots_lost");
    if (!counts.round_trips.empty()) {
        reply["rtt_max_ns"] = counts.round_trips.max;
        reply["rtt_sum_ns"] = counts.round_trips.sum;
    }
    if (with_laps) reply["laps_ns"] = result.laps;
    if (counts.slowest.most() > 0) write(counts.slowest, reply);
    return reply;
}

std::uint64_t take_laps(Request& request, const Client& client, const ChosenLoad& load) {
    if (!request.has("lap_messages")) return 0;
    if (client.connections() != 1 || client.in_flight() != 1 || load.name != "closed") {
        throw Unsupported("lap_messages needs one connection with one message in flight, and the closed load");
    }
    return static_cast<std::uint64_t>(request.integer("lap_messages", 1, std::numeric_limits<std::int32_t>::max()));
}

std::uint64_t take_slowest(Request& request, const ChosenLoad& load) {
    if (!request.has("slowest")) return 0;
    if (load.name == Stream::name) throw Unsupported("slowest: of messages that are echoed");
    return static_cast<std::uint64_t>(request.integer("slowest", 1, max_slowest_messages));
}

/// When the load begins: now, or later, where clients of several workers begin together.
std::int64_t take_start(Request& request) {
    const std::int64_t received = now_ns();
    if (!request.has("start_at_ns")) return received;
    const std::int64_t start = request.integer("start_at_ns");
    if (start - received > max_start_ahead_ns)
        throw Unsupported("start_at_ns is " + std::to_string(start - received) + " ns ahead, the most is " +
                          std::to_string(max_start_ahead_ns));
    return std::max(start, received);
}

}  // namespace

Reply Roles::run(Request& request) {
    const std::int64_t origin = take_start(request);
    Client& measured = client();
    Window window;
    window.from = origin + request.integer_or("settle_ns", 0, 0, max_window_ns);
    if (request.has("messages") == request.has("duration_ns"))
        throw Failure("run needs either duration_ns or messages");
    if (request.has("messages")) {
        window.messages = static_cast<std::uint64_t>(request.integer("messages", 1, max_window_ns));
    } else {
        window.to = window.from + request.integer("duration_ns", 1, max_window_ns);
    }
    window.lost_after = request.integer_or("lost_after_ns", 0, 1, max_lost_after_ns);
    const ChosenLoad load = take_load(request, measured.room());
    window.lap_messages = take_laps(request, measured, load);
    window.slowest = take_slowest(request, load);
    request.refuse_unknown_fields();
    sleep_until(origin);
    return reply_of(measured.measure(window, load, origin), window.lap_messages > 0);
}

}  // namespace pingmark
