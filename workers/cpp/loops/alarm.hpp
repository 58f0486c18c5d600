#pragma once

#include <sys/timerfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <ctime>
#include <limits>

#include "kit/clock.hpp"
#include "kit/failure.hpp"
#include "kit/sockets.hpp"

namespace pingmark {

/// A descriptor that becomes readable in time, for libraries whose timers count milliseconds. It is set again only if
/// it has to ring earlier.
class Alarm {
public:
    Alarm() : timer_(timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC)) {
        if (timer_.fd() < 0) throw Failure(describe_error("timerfd_create", errno));
    }

    int fd() const { return timer_.fd(); }

    void ring_within(std::int64_t wait_ns) {
        const std::int64_t at = now_ns() + wait_ns;
        if (at >= rings_at_) return;
        rings_at_ = at;
        itimerspec once{};
        once.it_value = {wait_ns / second, wait_ns % second};
        if (timerfd_settime(fd(), 0, &once, nullptr) != 0) throw Failure(describe_error("timerfd_settime", errno));
    }

    /// The descriptor was readable.
    void rang() {
        std::uint64_t times;
        if (read(fd(), &times, sizeof times) > 0) rings_at_ = not_set;
    }

private:
    static constexpr std::int64_t not_set = std::numeric_limits<std::int64_t>::max();

    Socket timer_;
    std::int64_t rings_at_ = not_set;
};

}  // namespace pingmark
