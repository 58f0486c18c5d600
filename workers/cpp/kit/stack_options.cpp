#include "kit/stack_options.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace pingmark {

namespace {

constexpr char tick_rate[] = "tick_rate_hz";
constexpr char threads[] = "client_threads";
constexpr char connected[] = "connected_sockets";
constexpr char offload[] = "udp_offload";
constexpr char sq_poll[] = "sqpoll";
constexpr char deferred[] = "defer_taskrun";

bool has(const StackOptions::Names& names, const char* name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

StackOptions StackOptions::take(Request& request, const Names& names) {
    constexpr std::int64_t most_ticks = 1'000;
    StackOptions options;
    if (has(names, tick_rate)) {
        options.tick_rate_hz = static_cast<int>(request.integer_or(tick_rate, options.tick_rate_hz, 1, most_ticks));
    }
    if (has(names, offload)) options.udp_offload = request.flag(offload, options.udp_offload);
    if (has(names, sq_poll)) options.sqpoll = request.flag(sq_poll, options.sqpoll);
    if (has(names, deferred) && request.has(deferred)) options.defer_taskrun = request.flag(deferred, false);
    return options;
}

StackOptions StackOptions::take_for_server(Request& request, const Names& names) {
    StackOptions options = take(request, names);
    if (has(names, connected)) options.connected_sockets = request.flag(connected, options.connected_sockets);
    return options;
}

StackOptions StackOptions::take_for_client(Request& request, const Names& names) {
    constexpr std::int64_t most_threads = 256;
    StackOptions options = take(request, names);
    if (has(names, threads)) {
        options.client_threads = static_cast<int>(request.integer_or(threads, options.client_threads, 1, most_threads));
    }
    return options;
}

void StackOptions::report(const Names& names, Reply& reply) const {
    if (has(names, tick_rate)) reply[tick_rate] = tick_rate_hz;
    if (has(names, offload)) reply[offload] = udp_offload;
    if (has(names, sq_poll)) reply[sq_poll] = sqpoll;
    if (has(names, deferred)) reply[deferred] = defer_taskrun.value_or(false);
}

void StackOptions::report_of_server(const Names& names, Reply& reply) const {
    report(names, reply);
    if (has(names, connected)) reply[connected] = connected_sockets;
}

void StackOptions::report_of_client(const Names& names, Reply& reply) const {
    report(names, reply);
    if (has(names, threads)) reply[threads] = client_threads;
}

}  // namespace pingmark
