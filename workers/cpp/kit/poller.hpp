#pragma once

#include <sys/epoll.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <ctime>

#include "kit/clock.hpp"
#include "kit/failure.hpp"
#include "kit/sockets.hpp"

namespace pingmark {

/// Descriptors that a thread waits for, each with a pointer.
class Poller {
public:
    Poller() : epoll_(epoll_create1(EPOLL_CLOEXEC)) {
        if (epoll_.fd() < 0) throw Failure(describe_error("epoll_create1", errno));
    }

    void add(int fd, void* what) { control(EPOLL_CTL_ADD, fd, EPOLLIN, what); }
    void change(int fd, std::uint32_t awaited, void* what) { control(EPOLL_CTL_MOD, fd, awaited, what); }

    /// How many of `events` are valid; none after a signal.
    std::size_t wait() { return valid(epoll_wait(epoll_.fd(), events.data(), most_events, without_end)); }

    /// The same, with a timeout.
    std::size_t wait(std::int64_t timeout_ns) {
        const timespec timeout{timeout_ns / second, timeout_ns % second};
        return valid(epoll_pwait2(epoll_.fd(), events.data(), most_events, &timeout, nullptr));
    }

    static constexpr int most_events = 512;
    std::array<epoll_event, most_events> events;

private:
    static constexpr int without_end = -1;

    static std::size_t valid(int n) {
        if (n < 0 && errno != EINTR) throw Failure(describe_error("epoll_wait", errno));
        return n < 0 ? 0 : static_cast<std::size_t>(n);
    }

    void control(int operation, int fd, std::uint32_t awaited, void* what) {
        epoll_event event{};
        event.events = awaited;
        event.data.ptr = what;
        if (epoll_ctl(epoll_.fd(), operation, fd, &event) != 0) throw Failure(describe_error("epoll_ctl", errno));
    }

    Socket epoll_;
};

}  // namespace pingmark
