#pragma once

#include <sys/socket.h>

#include <cerrno>

#include "kit/session.hpp"

namespace pingmark {

/// Sends what a link's outbox holds, until the socket takes no more (or, where calls block, until they time out).
inline void send_stream(Session& session, Link& link) {
    while (link.outbox.pending() > 0) {
        const ssize_t n = send(link.fd(), link.outbox.data(), link.outbox.pending(), MSG_NOSIGNAL);
        if (n >= 0) {
            link.outbox.sent(static_cast<std::size_t>(n));
        } else if (errno != EINTR) {
            if (errno != EAGAIN) session.fail(link, "send", errno);
            return;
        }
    }
}

/// The same, each message as a datagram.
inline void send_datagrams(Session& session, Link& link) {
    const std::size_t bytes = session.load().message_bytes;
    while (link.outbox.pending() > 0) {
        if (send(link.fd(), link.outbox.data(), bytes, 0) >= 0 || is_lost(errno)) {
            link.outbox.sent(bytes);
        } else if (errno != EINTR) {
            if (errno != EAGAIN) session.fail(link, "send", errno);
            return;
        }
    }
}

}  // namespace pingmark
