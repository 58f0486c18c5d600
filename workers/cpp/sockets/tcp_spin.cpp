// One thread that asks all connections in turn, without ever waiting.

#include <sys/socket.h>

#include <memory>
#include <vector>

#include "kit/echo_stream.hpp"
#include "kit/stack.hpp"
#include "kit/transmit.hpp"

namespace {

using namespace pingmark;

EchoStream::State poll_stream(EchoStream& stream) {
    if (stream.has_unsent()) return stream.flush();
    return stream.received(recv(stream.fd(), stream.space(), stream.room(), 0));
}

void serve(Server& server) {
    // Looking for new connections only now and then leaves the established ones their speed.
    constexpr std::size_t polls_per_accept = 1024;
    MessageCount messages(server);
    std::vector<std::unique_ptr<EchoStream>> streams;
    for (std::size_t polls = 0;; polls += streams.size()) {
        if (polls >= polls_per_accept || streams.empty()) {
            polls = 0;
            for (int fd; (fd = server.accept(SOCK_NONBLOCK)) >= 0;) {
                streams.push_back(std::make_unique<EchoStream>(server, messages, Socket(fd)));
            }
        }
        for (std::size_t i = 0; i < streams.size(); ++i) {
            if (poll_stream(*streams[i]) != EchoStream::State::closed) continue;
            std::swap(streams[i--], streams.back());
            streams.pop_back();
        }
    }
}

class Lane : public ClientLane {
public:
    void measure(Session& session) override {
        const auto transmit = [&](Link& link) { send_stream(session, link); };
        bool more;
        session.start(transmit);
        do {
            more = false;
            for (Link& link : session.links()) {
                if (link.outbox.pending() > 0) transmit(link);
                const ssize_t n = recv(link.fd(), link.inbox.space(), link.inbox.room(), 0);
                const Arrival arrival = session.received(link, n, transmit);
                if (arrival == Arrival::nothing) session.polled_in_vain();
                if (arrival == Arrival::full) more = true;
            }
        } while (session.goes_on(more, transmit));
    }
};

Stack describe() {
    Stack stack;
    stack.id = "cpp/tcp-spin";
    stack.about = "TCP, one busy thread that polls all connections";
    stack.threading = "one thread on each side, which never waits";
    stack.transport = Transport::tcp;
    stack.waits = "spin";
    stack.serve = serve;
    stack.make_lane = [](std::vector<Link>&) -> std::unique_ptr<ClientLane> { return std::make_unique<Lane>(); };
    return stack;
}

const Registration registration(describe());

}  // namespace
