#pragma once

#include <sys/socket.h>
#include <sys/types.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <string>
#include <utility>

#include "kit/echo_buffer.hpp"
#include "kit/failure.hpp"
#include "kit/other_end.hpp"
#include "kit/sockets.hpp"

namespace pingmark {

/// A server's stream connection.
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
    /// The next receive reports an error.
    void send_snapshot(const char* message, std::size_t bytes) override {
        const ssize_t n = send(fd(), message, bytes, MSG_NOSIGNAL);
        const std::size_t taken = n < 0 ? 0 : static_cast<std::size_t>(n);
        if (taken < bytes) snapshot_.assign(message + taken, bytes - taken);
    }

    /// Call when the socket is ready. Sends what is unsent, else receives once.
    State ready() { return has_unsent() ? flush() : received(recv(fd(), space(), room(), 0)); }

    /// Handles what a receive call returned, and echoes whole messages.
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
    /// False: some of it is unsent.
    bool flush_snapshot() {
        const ssize_t n = send(fd(), snapshot_.data(), snapshot_.size(), MSG_NOSIGNAL);
        if (n < 0) return false;
        snapshot_.erase(0, static_cast<std::size_t>(n));
        errno = EAGAIN;
        return snapshot_.empty();
    }

    Socket socket_;
    std::string snapshot_;  ///< what a full socket did not take
    EchoBuffer buffer_;
};

/// The server's end of a stream that the client's thread runs.
class StreamEnd final : public OtherEnd {
public:
    using Wait = void (*)(int fd);

    /// `wait`: what the stack's server does before it receives; may be null.
    StreamEnd(Server& server, Socket socket, Wait wait)
        : messages_(server), stream_(server, messages_, std::move(socket)), wait_(wait) {}

protected:
    ssize_t serve() override {
        using State = EchoStream::State;
        if (has_unsent()) return stream_.flush() == State::closed ? -1 : 0;
        if (wait_ != nullptr) wait_(stream_.fd());
        const ssize_t n = recv(stream_.fd(), stream_.space(), stream_.room(), 0);
        return stream_.received(n) == State::closed ? -1 : std::max<ssize_t>(0, n);
    }
    bool has_unsent() const override { return stream_.has_unsent(); }

private:
    MessageCount messages_;
    EchoStream stream_;
    Wait wait_;
};

/// `flags` as for accept4.
inline std::unique_ptr<OtherEnd> accept_end(Server& server, int flags, StreamEnd::Wait wait) {
    Socket socket(server.accept(flags));
    if (socket.fd() < 0) throw Failure("the server's end can't be accepted");
    return std::make_unique<StreamEnd>(server, std::move(socket), wait);
}

}  // namespace pingmark
