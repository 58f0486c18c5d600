#pragma once

#include <sys/socket.h>

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "kit/open_streams.hpp"
#include "kit/poller.hpp"
#include "kit/server.hpp"
#include "kit/sockets.hpp"
#include "kit/ticker.hpp"

namespace pingmark {

/// Takes what connects to a server whose one thread waits for all its streams, and sends them snapshots when they are
/// due. While there is no room for another, it is not told of those that wait, and the loop serves the others.
template <class Stream>
class Acceptor {
public:
    Acceptor(Server& server, MessageCount& messages, Poller& poller)
        : server_(server), messages_(messages), poller_(poller), ticker_(server) {
        poller_.add(server_.fd(), nullptr);
    }

    /// Waits for the network, no longer than to the next tick. Returns how many events there are.
    std::size_t wait() {
        const std::int64_t to_tick = ticker_.wait_ns();
        if (!rests_) return to_tick == Ticker::never ? poller_.wait() : poller_.wait(to_tick);
        const std::int64_t rest = server_.rest_ns();
        const std::size_t n = poller_.wait(to_tick == Ticker::never ? rest : std::min(rest, to_tick));
        if (server_.rest_ns() == 0) watch(true);
        return n;
    }

    void accept_all() {
        for (int fd; (fd = server_.accept(SOCK_NONBLOCK)) >= 0;) {
            auto* const stream = streams_.open(server_, messages_, Socket(fd));
            if constexpr (takes_ticks) stream->takes_ticks(ticker_);
            poller_.add(fd, stream);
        }
        if (server_.rest_ns() > 0) watch(false);
    }

    /// Its descriptor goes with it, which takes it out of the poller.
    void close(Stream* stream) { streams_.close(stream); }

    void send_due_ticks() {
        if constexpr (takes_ticks) {
            ticker_.send_due([&](Recipient& recipient) {
                auto& stream = static_cast<Stream&>(recipient);
                poller_.change(stream.fd(), EPOLLOUT, &stream);
            });
        }
    }

private:
    static constexpr bool takes_ticks = std::is_base_of_v<Recipient, Stream>;

    void watch(bool on) {
        rests_ = !on;
        poller_.change(server_.fd(), on ? static_cast<std::uint32_t>(EPOLLIN) : 0u, nullptr);
    }

    Server& server_;
    MessageCount& messages_;
    Poller& poller_;
    Ticker ticker_;
    OpenStreams<Stream> streams_;
    bool rests_ = false;
};

}  // namespace pingmark
