#pragma once

#include <sys/socket.h>

#include <cerrno>

#include "kit/lane.hpp"

namespace pingmark {

/// Sends what a connection's outbox holds, until the socket takes no more (or, where calls block, until they time out).
inline void send_stream(Lane& lane, Connection& connection) {
    while (connection.outbox.pending() > 0) {
        const std::size_t bytes = connection.outbox.next_send(connection.sends);
        const ssize_t n = send(connection.fd(), connection.outbox.data(), bytes, MSG_NOSIGNAL);
        if (n >= 0) {
            connection.outbox.sent(static_cast<std::size_t>(n));
        } else if (errno != EINTR) {
            if (errno != EAGAIN) lane.fail(connection, "send", errno);
            return;
        }
    }
}

/// The same, each message as a datagram.
inline void send_datagrams(Lane& lane, Connection& connection) {
    const std::size_t bytes = lane.traffic().message_bytes;
    while (connection.outbox.pending() > 0) {
        if (send(connection.fd(), connection.outbox.data(), bytes, 0) >= 0 || is_lost(errno)) {
            connection.outbox.sent(bytes);
        } else if (errno != EINTR) {
            if (errno != EAGAIN) lane.fail(connection, "send", errno);
            return;
        }
    }
}

}  // namespace pingmark
