// One thread that asks all connections in turn, without ever waiting.

#include <sys/socket.h>

#include <memory>
#include <vector>

#include "kit/echo_stream.hpp"
#include "kit/stack.hpp"
#include "kit/transmit.hpp"

namespace {

using namespace pingmark;

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
            if (streams[i]->ready() != EchoStream::State::closed) continue;
            std::swap(streams[i--], streams.back());
            streams.pop_back();
        }
    }
}

class Loop : public ClientLoop {
public:
    void measure(Lane& lane) override {
        const auto transmit = [&](Connection& connection) { send_stream(lane, connection); };
        bool more;
        lane.start(transmit);
        do {
            more = false;
            for (Connection& connection : lane.connections()) {
                if (connection.outbox.pending() > 0) transmit(connection);
                const ssize_t n = recv(connection.fd(), connection.inbox.space(), connection.inbox.room(), 0);
                const Arrival arrival = lane.received(connection, n, transmit);
                if (arrival == Arrival::nothing) lane.polled_in_vain(transmit);
                if (arrival == Arrival::full) more = true;
            }
        } while (lane.goes_on(more, transmit));
    }
};

Stack describe() {
    Stack stack;
    stack.id = "cpp/tcp-spin";
    stack.about = "TCP, one busy thread that polls all connections";
    stack.threading = "one thread on each side, which never waits";
    stack.transport = Transport::tcp;
    stack.waits = "spin";
    stack.one_way = true;
    stack.serve = serve;
    stack.make_loop = make_loop<Loop>;
    return stack;
}

const Registration registration(describe());

}  // namespace
