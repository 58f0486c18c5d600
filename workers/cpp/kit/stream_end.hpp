#pragma once

#include <sys/socket.h>
#include <sys/types.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "kit/echo_stream.hpp"
#include "kit/failure.hpp"
#include "kit/other_end.hpp"

namespace pingmark {

/// A stream on a socket of its own, whose client's end has the same thread.
class StreamEnd final : public OtherEnd {
public:
    using Wait = void (*)(int fd);

    /// `wait` is what the stack's server does before it receives; null: nothing.
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
