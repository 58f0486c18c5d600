#pragma once

#include <poll.h>
#include <sys/socket.h>

#include <cstdint>
#include <ctime>

#include "kit/constants.hpp"
#include "kit/lane.hpp"

namespace pingmark {

/// For a thread that has one connection: the receive call itself waits, unless the kernel's timeouts for it, which are
/// multiples of its tick, are too coarse for what is due. `is_idle` says that the last one brought nothing.
inline ssize_t receive_blocking(Lane& lane, Connection& connection, bool is_idle) {
    int flags = 0;
    const std::int64_t wait = lane.wait_ns();
    if (is_idle || lane.timed() || wait < longest_wait_ns) {
        pollfd polled{connection.fd(), POLLIN, 0};
        const timespec timeout{0, wait};
        if (wait > 0) ppoll(&polled, 1, &timeout, nullptr);
        flags = MSG_DONTWAIT;
    }
    return recv(connection.fd(), connection.inbox.space(), connection.inbox.room(), flags);
}

}  // namespace pingmark
