// One thread with an event loop: level-triggered epoll over connections that do not block.

#include <sys/socket.h>

#include "kit/echo_stream.hpp"
#include "kit/poller.hpp"
#include "kit/stack.hpp"
#include "kit/transmit.hpp"

namespace {

using namespace pingmark;

/// Takes what connects. While there is no room, it is not told of those that wait, and the loop serves the others.
class Acceptor {
public:
    Acceptor(Server& server, MessageCount& messages, Poller& poller)
        : server_(server), messages_(messages), poller_(poller) {
        poller_.add(server_.fd(), nullptr);
    }

    std::size_t wait() {
        if (!rests_) return poller_.wait();
        const std::size_t n = poller_.wait(server_.rest_ns());
        if (server_.rest_ns() == 0) watch(true);
        return n;
    }

    void accept_all() {
        for (int fd; (fd = server_.accept(SOCK_NONBLOCK)) >= 0;) {
            poller_.add(fd, new EchoStream(server_, messages_, Socket(fd)));
        }
        if (server_.rest_ns() > 0) watch(false);
    }

private:
    void watch(bool on) {
        rests_ = !on;
        poller_.change(server_.fd(), on ? static_cast<std::uint32_t>(EPOLLIN) : 0u, nullptr);
    }

    Server& server_;
    MessageCount& messages_;
    Poller& poller_;
    bool rests_ = false;
};

void handle(EchoStream& stream, Poller& poller) {
    using State = EchoStream::State;
    const bool was_blocked = stream.has_unsent();
    const State state =
        was_blocked ? stream.flush() : stream.received(recv(stream.fd(), stream.space(), stream.room(), 0));
    if (state == State::closed) {
        delete &stream;  // closing its descriptor takes it out of the poller
    } else if (stream.has_unsent() != was_blocked) {
        poller.change(stream.fd(), was_blocked ? EPOLLIN : EPOLLOUT, &stream);
    }
}

void serve(Server& server) {
    MessageCount messages(server);
    Poller poller;
    Acceptor acceptor(server, messages, poller);
    for (;;) {
        const std::size_t n = acceptor.wait();
        for (std::size_t i = 0; i < n; ++i) {
            if (auto* stream = static_cast<EchoStream*>(poller.events[i].data.ptr)) {
                handle(*stream, poller);
            } else {
                acceptor.accept_all();
            }
        }
    }
}

class Loop : public ClientLoop {
public:
    explicit Loop(std::vector<Connection>& connections) {
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
                const ssize_t bytes = recv(connection.fd(), connection.inbox.space(), connection.inbox.room(), 0);
                if (lane.received(connection, bytes, transmit) == Arrival::full) more = true;
            }
            if (n == 0) lane.woke_for_nothing();
        } while (lane.goes_on(more, transmit));
    }

private:
    /// Waits for room in the socket exactly while there is something to send.
    void send_and_watch(Lane& lane, Connection& connection) {
        const bool was_watched = connection.wants_room;
        send_stream(lane, connection);
        connection.wants_room = connection.outbox.pending() > 0;
        if (connection.wants_room == was_watched) return;
        poller_.change(connection.fd(), connection.wants_room ? EPOLLIN | EPOLLOUT : EPOLLIN, &connection);
    }

    Poller poller_;
};

Stack describe() {
    Stack stack;
    stack.id = "cpp/tcp-epoll";
    stack.about = "TCP, an event loop in one thread, level-triggered epoll";
    stack.threading = "one thread on each side, which waits in epoll_wait";
    stack.transport = Transport::tcp;
    stack.waits = "block";
    stack.serve = serve;
    stack.make_loop = make_loop<Loop>;
    return stack;
}

const Registration registration(describe());

}  // namespace
