// One thread with an event loop: level-triggered epoll over connections that do not block.

#include <sys/socket.h>

#include "kit/echo_stream.hpp"
#include "kit/poller.hpp"
#include "kit/stack.hpp"
#include "kit/transmit.hpp"

namespace {

using namespace pingmark;

void accept_all(Server& server, MessageCount& messages, Poller& poller) {
    for (int fd; (fd = server.accept(SOCK_NONBLOCK)) >= 0;) {
        poller.add(fd, new EchoStream(server, messages, Socket(fd)));
    }
}

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
    constexpr int without_end = -1;
    MessageCount messages(server);
    Poller poller;
    poller.add(server.fd(), nullptr);
    for (;;) {
        const std::size_t n = poller.wait(without_end);
        for (std::size_t i = 0; i < n; ++i) {
            if (auto* stream = static_cast<EchoStream*>(poller.events[i].data.ptr)) {
                handle(*stream, poller);
            } else {
                accept_all(server, messages, poller);
            }
        }
    }
}

class Lane : public ClientLane {
public:
    explicit Lane(std::vector<Link>& links) {
        for (Link& link : links) poller_.add(link.fd(), &link);
    }

    void measure(Session& session) override {
        constexpr int timeout_ms = 50;  // how late lost messages may be noticed when nothing arrives
        const auto transmit = [&](Link& link) { send_and_watch(session, link); };
        bool more;
        session.start(transmit);
        do {
            const std::size_t n = poller_.wait(timeout_ms);
            more = n == poller_.events.size();
            for (std::size_t i = 0; i < n; ++i) {
                Link& link = *static_cast<Link*>(poller_.events[i].data.ptr);
                if (link.outbox.pending() > 0) transmit(link);
                const ssize_t bytes = recv(link.fd(), link.inbox.space(), link.inbox.room(), 0);
                if (session.received(link, bytes, transmit) == Arrival::full) more = true;
            }
            if (n == 0) session.woke_for_nothing();
        } while (session.goes_on(more, transmit));
    }

private:
    /// Waits for room in the socket exactly while there is something to send.
    void send_and_watch(Session& session, Link& link) {
        const bool was_watched = link.wants_room;
        send_stream(session, link);
        link.wants_room = link.outbox.pending() > 0;
        if (link.wants_room == was_watched) return;
        poller_.change(link.fd(), link.wants_room ? EPOLLIN | EPOLLOUT : EPOLLIN, &link);
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
    stack.make_lane = [](std::vector<Link>& links) -> std::unique_ptr<ClientLane> {
        return std::make_unique<Lane>(links);
    };
    return stack;
}

const Registration registration(describe());

}  // namespace
