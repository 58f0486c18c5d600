#pragma once

#include <cstdint>
#include <ctime>

namespace pingmark {

constexpr std::int64_t millisecond = 1'000'000;
constexpr std::int64_t second = 1'000'000'000;

/// CLOCK_MONOTONIC, which all runtimes and the controller share.
inline std::int64_t now_ns() {
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * second + t.tv_nsec;
}

/// Signals, and a stop and continue, do not end the wait.
inline void sleep_until(std::int64_t ns) {
    const timespec then{ns / second, ns % second};
    while (now_ns() < ns && clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &then, nullptr) != 0) {
    }
}

/// The clock of a lane that measures. Tests give lanes another one.
struct MonotonicClock {
    static std::int64_t now() { return now_ns(); }
};

}  // namespace pingmark
