#pragma once

#include <sys/socket.h>

#include <cerrno>
#include <utility>

#include "kit/echo_buffer.hpp"
#include "kit/sockets.hpp"

namespace pingmark {

/// A server's stream connection on a socket of its own.
class EchoStream {
public:
    enum class State { open, blocked, closed };

    EchoStream(Server& server, MessageCount& messages, Socket connection)
        : socket_(std::move(connection)), buffer_(server, messages, fd()) {}

    int fd() const { return socket_.fd(); }
    char* space() { return buffer_.space(); }
    std::size_t room() const { return buffer_.room(); }
    bool has_unsent() const { return buffer_.has_unsent(); }

    /// The socket has something, or room: sends what is unsent, or receives once.
    State ready() { return has_unsent() ? flush() : received(recv(fd(), space(), room(), 0)); }

    /// Handles what a receive call returned: echoes what is whole.
    State received(ssize_t n) {
        if (n > 0) {
            buffer_.received(static_cast<std::size_t>(n));
            return flush();
        }
        return n < 0 && (errno == EAGAIN || errno == EINTR) ? State::open : State::closed;
    }

    /// Sends what is ready, until the socket takes no more.
    State flush() {
        while (buffer_.has_unsent()) {
            const ssize_t n = send(fd(), buffer_.unsent(), buffer_.unsent_bytes(), MSG_NOSIGNAL);
            if (n >= 0) {
                buffer_.sent(static_cast<std::size_t>(n));
            } else if (errno != EINTR) {
                return errno == EAGAIN ? State::blocked : State::closed;
            }
        }
        return buffer_.is_broken() ? State::closed : State::open;
    }

private:
    Socket socket_;
    EchoBuffer buffer_;
};

}  // namespace pingmark
