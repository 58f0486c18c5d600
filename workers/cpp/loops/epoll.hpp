#pragma once

#include <sys/socket.h>

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "kit/echo_stream.hpp"
#include "kit/poller.hpp"
#include "kit/server.hpp"
#include "kit/sockets.hpp"
#include "kit/stack.hpp"
#include "kit/ticker.hpp"
#include "kit/transmit.hpp"

// An event loop in one thread, on both sides: level-triggered epoll over streams that do not block.

namespace pingmark {

/// A server's event loop, whose connections are `Stream`s: `ready` handles an event, and `has_unsent` tells whether the
/// stream waits for room in its socket.
template <class Stream>
class EpollServer {
public:
    explicit EpollServer(Server& server) : server_(server), messages_(server), ticker_(server) {
        poller_.add(server_.fd(), nullptr);
    }

    [[noreturn]] void serve() {
        for (;;) {
            const std::size_t n = wait();
            for (std::size_t i = 0; i < n; ++i) {
                if (auto* const stream = static_cast<Stream*>(poller_.events[i].data.ptr)) {
                    handle(*stream);
                } else {
                    accept_all();
                }
            }
            if constexpr (sends_snapshots) {
                ticker_.send_due([&](Recipient& recipient) {
                    auto& stream = static_cast<Stream&>(recipient);
                    poller_.change(stream.fd(), EPOLLOUT, &stream);
                });
            }
        }
    }

private:
    static constexpr bool sends_snapshots = std::is_base_of_v<Recipient, Stream>;

    /// Waits for events, at most until the next tick. Returns how many there are.
    std::size_t wait() {
        const std::int64_t to_tick = ticker_.wait_ns();
        if (is_accepting_) return to_tick == Ticker::never ? poller_.wait() : poller_.wait(to_tick);
        const std::int64_t pause = server_.rest_ns();
        const std::size_t n = poller_.wait(to_tick == Ticker::never ? pause : std::min(pause, to_tick));
        if (server_.rest_ns() == 0) set_accepting(true);
        return n;
    }

    void handle(Stream& stream) {
        const bool was_blocked = stream.has_unsent();
        if (stream.ready() == EchoStream::State::closed) {
            delete &stream;  // closing its descriptor removes it from the poller
        } else if (stream.has_unsent() != was_blocked) {
            poller_.change(stream.fd(), was_blocked ? EPOLLIN : EPOLLOUT, &stream);
        }
    }

    void accept_all() {
        for (int fd; (fd = server_.accept(SOCK_NONBLOCK)) >= 0;) {
            auto* const stream = new Stream(server_, messages_, Socket(fd));
            if constexpr (sends_snapshots) stream->takes_ticks(ticker_);
            poller_.add(fd, stream);
        }
        if (server_.rest_ns() > 0) set_accepting(false);
    }

    /// Without descriptors or memory it pauses accepting, and goes on serving its connections.
    void set_accepting(bool accepting) {
        is_accepting_ = accepting;
        poller_.change(server_.fd(), accepting ? static_cast<std::uint32_t>(EPOLLIN) : 0u, nullptr);
    }

    Server& server_;
    MessageCount messages_;
    Poller poller_;
    Ticker ticker_;
    bool is_accepting_ = true;
};

template <class Stream>
void serve_epoll(Server& server) {
    EpollServer<Stream>(server).serve();
}

/// The client's loop. `Calls::receive` receives once, `send` sends what the outbox holds, and `holds_more` tells
/// whether more can be received although the socket is empty.
template <class Calls>
class EpollLoop : public ClientLoop {
public:
    explicit EpollLoop(std::vector<Connection>& connections) {
        for (Connection& connection : connections) poller_.add(connection.fd(), &connection);
    }

    void measure(Lane& lane) override {
        const auto transmit = [&](Connection& connection) { send_and_watch(lane, connection); };
        bool more;
        lane.start(transmit);
        do {
            const std::size_t n = poller_.wait(lane.wait_ns());
            more = n == poller_.events.size();
            for (std::size_t i = 0; i < n; ++i) {
                Connection& connection = *static_cast<Connection*>(poller_.events[i].data.ptr);
                if (connection.outbox.pending() > 0) transmit(connection);
                ssize_t bytes;
                do {
                    bytes = Calls::receive(connection);
                    if (lane.received(connection, bytes, transmit) == Arrival::full) more = true;
                } while (bytes > 0 && Calls::holds_more(connection));
            }
            if (n == 0) lane.woke_for_nothing();
        } while (lane.goes_on(more, transmit));
    }

private:
    /// Waits for room in the socket only while there is something to send.
    void send_and_watch(Lane& lane, Connection& connection) {
        const bool was_watched = connection.wants_room;
        Calls::send(lane, connection);
        connection.wants_room = connection.outbox.pending() > 0;
        if (connection.wants_room == was_watched) return;
        poller_.change(connection.fd(), connection.wants_room ? EPOLLIN | EPOLLOUT : EPOLLIN, &connection);
    }

    Poller poller_;
};

/// A stack with this loop on both sides.
inline Stack describe_epoll(const char* id, const char* about, const Transport& transport) {
    Stack stack{id, about, "one thread on each side, which waits in epoll_wait"};
    stack.transport = transport;
    stack.one_way = true;
    stack.ticks = true;
    stack.serve = serve_epoll<EchoStream>;
    stack.make_loop = make_loop<EpollLoop<SocketCalls>>;
    return stack;
}

}  // namespace pingmark
