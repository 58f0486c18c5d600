#pragma once

#include <sys/socket.h>

#include <cerrno>

#include "kit/lane.hpp"

namespace pingmark {

/// Sends what a connection's outbox holds, until the socket takes no more, or a blocking call times out.
/// `send_bytes(data, n)` works like send, errno included.
template <class SendBytes>
void send_stream_by(Lane& lane, Connection& connection, SendBytes&& send_bytes) {
    while (connection.outbox.pending() > 0) {
        const std::size_t bytes = connection.outbox.next_send(connection.sends);
        const ssize_t n = send_bytes(connection.outbox.data(), bytes);
        if (n >= 0) {
            connection.outbox.sent(static_cast<std::size_t>(n));
            if (connection.other_end && !connection.other_end->echo(static_cast<std::size_t>(n))) {
                lane.fail(connection, "the server's end has ended");
                return;
            }
        } else if (errno != EINTR) {
            if (errno != EAGAIN) lane.fail(connection, "send", errno);
            return;
        }
    }
}

inline void send_stream(Lane& lane, Connection& connection) {
    send_stream_by(lane, connection,
                   [fd = connection.fd()](const char* data, std::size_t n) { return send(fd, data, n, MSG_NOSIGNAL); });
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

/// A client's calls on a plain socket.
struct SocketCalls {
    static ssize_t receive(Connection& connection) {
        return recv(connection.fd(), connection.inbox.space(), connection.inbox.room(), 0);
    }
    static void send(Lane& lane, Connection& connection) { send_stream(lane, connection); }
    static bool holds_more(const Connection&) { return false; }
};

/// A client's calls on a link of the class `Its`, which knows whether it `holds_more` than it handed over.
template <class Its>
struct LinkCalls {
    static ssize_t receive(Connection& connection) {
        return link(connection).receive(connection.inbox.space(), connection.inbox.room());
    }
    static void send(Lane& lane, Connection& connection) {
        send_stream_by(lane, connection,
                       [&to = link(connection)](const char* data, std::size_t n) { return to.send(data, n); });
    }
    static bool holds_more(const Connection& connection) { return link(connection).holds_more(); }

private:
    static Its& link(const Connection& connection) { return static_cast<Its&>(*connection.link()); }
};

}  // namespace pingmark
