#pragma once

#include <sys/socket.h>

#include <cerrno>
#include <string>
#include <utility>

#include "kit/echo_buffer.hpp"
#include "kit/sockets.hpp"

namespace pingmark {

/// A server's stream connection on a socket of its own.
class EchoStream final : public Recipient {
public:
    enum class State { open, blocked, closed };

    EchoStream(Server& server, MessageCount& messages, Socket connection)
        : socket_(std::move(connection)), buffer_(server, messages, fd()) {}

    int fd() const { return socket_.fd(); }
    char* space() { return buffer_.space(); }
    std::size_t room() const { return buffer_.room(); }
    bool has_unsent() const override { return !snapshot_.empty() || buffer_.has_unsent(); }

    void takes_ticks(Ticker& ticker) { buffer_.takes_ticks(ticker, *this); }
    /// An error is left to who receives next.
    void send_snapshot(const char* message, std::size_t bytes) override {
        const ssize_t n = send(fd(), message, bytes, MSG_NOSIGNAL);
        const std::size_t taken = n < 0 ? 0 : static_cast<std::size_t>(n);
        if (taken < bytes) snapshot_.assign(message + taken, bytes - taken);
    }

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
        if (!snapshot_.empty() && !flush_snapshot())
            return errno == EAGAIN || errno == EINTR ? State::blocked : State::closed;
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
    /// False: it is not all sent.
    bool flush_snapshot() {
        const ssize_t n = send(fd(), snapshot_.data(), snapshot_.size(), MSG_NOSIGNAL);
        if (n < 0) return false;
        snapshot_.erase(0, static_cast<std::size_t>(n));
        errno = EAGAIN;
        return snapshot_.empty();
    }

    Socket socket_;
    std::string snapshot_;  ///< what a full socket has left of one
    EchoBuffer buffer_;
};

}  // namespace pingmark
