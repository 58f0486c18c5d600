#include "kit/operations.hpp"

#if defined(__x86_64__)
#include <x86intrin.h>
#include <nlohmann/json.hpp>
#endif

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "kit/clock.hpp"
#include "kit/clock_readings.hpp"
#include "kit/constants.hpp"
#include "kit/payload.hpp"

namespace pingmark {

namespace {

struct TimerReport {
    std::vector<std::string> names;
    std::vector<std::int64_t> steps_ns, ns_per_1000_calls, monotonic, went_back;
};

/// Between two readings, in numbers of the random generator.
constexpr std::uint64_t longest_pause = 64;
constexpr int watches_of_a_coarse_clock = 10;

/// Keeps the compiler from removing calls.
volatile std::int64_t sink;

/// The median of many thousands of calls: the timing clock then costs nothing, and interruptions do not matter.
template <class Read>
std::int64_t cost_of_1000_calls(Read&& read) {
    std::vector<std::int64_t> costs;
    const std::int64_t end = now_ns() + timer_watch_ns;
    for (std::int64_t begin = now_ns(); begin < end; begin = now_ns()) {
        std::int64_t sum = 0;
        for (int i = 0; i < 1'000; ++i) sum ^= read();
        sink = sum;
        costs.push_back(now_ns() - begin);
    }
    // The first half warms up.
    const auto later = costs.begin() + static_cast<std::ptrdiff_t>(costs.size() / 2);
    const auto median = later + (costs.end() - later) / 2;
    std::nth_element(later, median, costs.end());
    return *median;
}

/// Reads the clock after random pauses, so that differences are multiples of nothing but its step.
template <class Read>
ClockReadings watch(Read&& read) {
    SplitMix64 random(1);
    std::uint64_t drawn = 0;
    ClockReadings readings(read());
    const std::int64_t begin = now_ns();
    do {
        for (int i = 0; i < 100; ++i) {
            for (std::uint64_t left = random.next() % longest_pause; left > 0; --left) drawn ^= random.next();
            readings.add(read());
        }
    } while (now_ns() - begin < timer_watch_ns * (readings.are_few() ? watches_of_a_coarse_clock : 1));
    sink = static_cast<std::int64_t>(drawn);
    return readings;
}

/// @param ns_per_unit of what `read` returns
template <class Read>
void measure(TimerReport& report, const char* name, bool monotonic, double ns_per_unit, Read&& read) {
    const ClockReadings readings = watch(read);
    const double step = readings.resolution();
    report.names.emplace_back(name);
    report.steps_ns.push_back(step == 0 ? 0 : std::max<std::int64_t>(1, std::llround(step * ns_per_unit)));
    report.ns_per_1000_calls.push_back(cost_of_1000_calls(read));
    report.monotonic.push_back(monotonic);
    report.went_back.push_back(readings.went_back());
}

std::int64_t reading_of(clockid_t clock) {
    timespec t;
    clock_gettime(clock, &t);
    return t.tv_sec * second + t.tv_nsec;
}

template <class Clock>
std::int64_t since_epoch() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now().time_since_epoch()).count();
}

#if defined(__x86_64__)
/// Calibrated against CLOCK_MONOTONIC.
double ns_per_tick() {
    const std::int64_t begin = now_ns();
    const auto first = __rdtsc();
    while (now_ns() - begin < timer_watch_ns) continue;
    return static_cast<double>(now_ns() - begin) / static_cast<double>(__rdtsc() - first);
}
#endif

}  // namespace

Reply timers(Request& request) {
    request.refuse_unknown_fields();
    TimerReport report;
    measure(report, "CLOCK_MONOTONIC", true, 1, now_ns);
    measure(report, "CLOCK_MONOTONIC_RAW", true, 1, [] { return reading_of(CLOCK_MONOTONIC_RAW); });
    measure(report, "CLOCK_MONOTONIC_COARSE", true, 1, [] { return reading_of(CLOCK_MONOTONIC_COARSE); });
    measure(report, "CLOCK_REALTIME", false, 1, [] { return reading_of(CLOCK_REALTIME); });
    measure(report, "CLOCK_THREAD_CPUTIME_ID", true, 1, [] { return reading_of(CLOCK_THREAD_CPUTIME_ID); });
    measure(report, "steady_clock", true, 1, since_epoch<std::chrono::steady_clock>);
    measure(report, "system_clock", false, 1, since_epoch<std::chrono::system_clock>);
#if defined(__x86_64__)
    measure(report, "rdtsc", true, ns_per_tick(), [] { return static_cast<std::int64_t>(__rdtsc()); });
#endif
    return {{"timers", report.names},
            {"steps_ns", report.steps_ns},
            {"ns_per_1000_calls", report.ns_per_1000_calls},
            {"monotonic", report.monotonic},
            {"went_back", report.went_back}};
}

}  // namespace pingmark
