#pragma once

#include <sys/epoll.h>

#include <array>
#include <cerrno>
#include <cstdint>

#include "kit/failure.hpp"
#include "kit/sockets.hpp"

namespace pingmark {

/// The descriptors that a thread waits for, each with what it stands for.
class Poller {
public:
    Poller() : epoll_(epoll_create1(EPOLL_CLOEXEC)) {
        if (epoll_.fd() < 0) throw Failure(describe_error("epoll_create1", errno));
    }

    void add(int fd, void* what) { control(EPOLL_CTL_ADD, fd, EPOLLIN, what); }
    void change(int fd, std::uint32_t events, void* what) { control(EPOLL_CTL_MOD, fd, events, what); }

    /// How many of `events` are valid; none when the time was up, or a signal came.
    std::size_t wait(int timeout_ms) {
        const int n = epoll_wait(epoll_.fd(), events.data(), events.size(), timeout_ms);
        if (n < 0 && errno != EINTR) throw Failure(describe_error("epoll_wait", errno));
        return n < 0 ? 0 : static_cast<std::size_t>(n);
    }

    std::array<epoll_event, 512> events;

private:
    void control(int operation, int fd, std::uint32_t events, void* what) {
        epoll_event event{};
        event.events = events;
        event.data.ptr = what;
        if (epoll_ctl(epoll_.fd(), operation, fd, &event) != 0) throw Failure(describe_error("epoll_ctl", errno));
    }

    Socket epoll_;
};

}  // namespace pingmark
