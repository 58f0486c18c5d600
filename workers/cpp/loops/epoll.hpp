#pragma once

// An event loop in one thread, on both sides: level-triggered epoll over streams that do not block.

#include <vector>

#include "kit/acceptor.hpp"
#include "kit/echo_stream.hpp"
#include "kit/poller.hpp"
#include "kit/stack.hpp"
#include "kit/transmit.hpp"

namespace pingmark {

/// A server whose connections are each a `Stream`: it says by `ready` what became of it, and by `has_unsent` whether it
/// waits for room.
template <class Stream>
void serve_epoll(Server& server) {
    MessageCount messages(server);
    Poller poller;
    Acceptor<Stream> acceptor(server, messages, poller);
    for (;;) {
        const std::size_t n = acceptor.wait();
        for (std::size_t i = 0; i < n; ++i) {
            auto* stream = static_cast<Stream*>(poller.events[i].data.ptr);
            if (stream == nullptr) {
                acceptor.accept_all();
                continue;
            }
            const bool was_blocked = stream->has_unsent();
            if (stream->ready() == EchoStream::State::closed) {
                acceptor.close(stream);
            } else if (stream->has_unsent() != was_blocked) {
                poller.change(stream->fd(), was_blocked ? EPOLLIN : EPOLLOUT, stream);
            }
        }
        acceptor.send_due_ticks();
    }
}

/// The client's loop. `Calls` receives once and sends what the outbox holds, and tells whether more can be received
/// that the socket does not know of.
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
    /// Waits for room in the socket exactly while there is something to send.
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
    Stack stack;
    stack.id = id;
    stack.about = about;
    stack.threading = "one thread on each side, which waits in epoll_wait";
    stack.transport = transport;
    stack.waits = "block";
    stack.one_way = true;
    stack.ticks = true;
    stack.serve = serve_epoll<EchoStream>;
    stack.make_loop = make_loop<EpollLoop<SocketCalls>>;
    return stack;
}

}  // namespace pingmark
