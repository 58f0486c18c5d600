// An event loop in one thread: poll, which gets all connections in each call.

#include <poll.h>
#include <sys/socket.h>

#include <ctime>
#include <memory>
#include <vector>

#include "kit/clock.hpp"
#include "kit/echo_stream.hpp"
#include "kit/stack.hpp"
#include "kit/transmit.hpp"

namespace {

using namespace pingmark;

/// How many are ready; none after a timeout or signal.
int wait_for(std::vector<pollfd>& polled, const timespec* timeout) {
    const int n = ppoll(polled.data(), polled.size(), timeout, nullptr);
    if (n < 0 && errno != EINTR) throw Failure(describe_error("ppoll", errno));
    return n;
}

timespec of(std::int64_t ns) { return {ns / second, ns % second}; }

/// The listening socket, and behind it the streams, in the order of what is polled.
class Echo {
public:
    explicit Echo(Server& server) : server_(server), messages_(server) { polled_.push_back({server.fd(), POLLIN, 0}); }

    [[noreturn]] void serve() {
        for (;;) {
            const std::int64_t rest = server_.rest_ns();
            // Without descriptors it pauses accepting, and serves its connections.
            polled_.front().events = rest > 0 ? short{0} : short{POLLIN};
            const timespec timeout = of(rest);
            int ready = wait_for(polled_, rest > 0 ? &timeout : nullptr);
            const bool accepts = polled_.front().revents != 0;
            for (std::size_t i = polled_.size() - 1; i > 0 && ready > 0; --i) {
                if (polled_[i].revents == 0) continue;
                --ready;
                handle(i);
            }
            if (accepts) accept_all();
        }
    }

private:
    void handle(std::size_t i) {
        EchoStream& stream = *streams_[i - 1];
        if (stream.ready() != EchoStream::State::closed) {
            polled_[i].events = stream.has_unsent() ? POLLOUT : POLLIN;
            return;
        }
        std::swap(streams_[i - 1], streams_.back());
        streams_.pop_back();
        polled_[i] = polled_.back();
        polled_.pop_back();
    }

    void accept_all() {
        for (int fd; (fd = server_.accept(SOCK_NONBLOCK)) >= 0;) {
            streams_.push_back(std::make_unique<EchoStream>(server_, messages_, Socket(fd)));
            polled_.push_back({fd, POLLIN, 0});
        }
    }

    Server& server_;
    MessageCount messages_;
    std::vector<std::unique_ptr<EchoStream>> streams_;
    std::vector<pollfd> polled_;
};

void serve(Server& server) { Echo(server).serve(); }

void await(int fd) {
    pollfd polled{fd, POLLIN, 0};
    ppoll(&polled, 1, nullptr, nullptr);
}

class Loop : public ClientLoop {
public:
    explicit Loop(std::vector<Connection>& connections) {
        for (const Connection& connection : connections) polled_.push_back({connection.fd(), POLLIN, 0});
    }

    void measure(Lane& lane) override {
        const auto transmit = [&](Connection& connection) {
            send_stream(lane, connection);
            // While something is unsent it also waits for room.
            polled_[static_cast<std::size_t>(&connection - lane.connections().data())].events =
                connection.outbox.pending() > 0 ? POLLIN | POLLOUT : POLLIN;
        };
        bool more;
        lane.start(transmit);
        do {
            more = false;
            const timespec timeout = of(lane.wait_ns());
            int ready = wait_for(polled_, &timeout);
            if (ready <= 0) lane.woke_for_nothing();
            for (std::size_t i = 0; i < polled_.size() && ready > 0; ++i) {
                if (polled_[i].revents == 0) continue;
                --ready;
                Connection& connection = lane.connections()[i];
                if (connection.outbox.pending() > 0) transmit(connection);
                const ssize_t n = recv(connection.fd(), connection.inbox.space(), connection.inbox.room(), 0);
                if (lane.received(connection, n, transmit) == Arrival::full) more = true;
            }
        } while (lane.goes_on(more, transmit));
    }

private:
    std::vector<pollfd> polled_;
};

Stack describe() {
    Stack stack{"cpp/tcp-poll", "TCP, an event loop in one thread, poll",
                "one thread on each side, which waits in poll"};
    stack.one_way = true;
    stack.serve = serve;
    stack.one_thread = [](Server& server) { return accept_end(server, SOCK_NONBLOCK, await); };
    stack.make_loop = make_loop<Loop>;
    return stack;
}

const Registration registration(describe());

}  // namespace
