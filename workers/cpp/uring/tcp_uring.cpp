// One thread with an io_uring: receives and sends are handed to the kernel by the call that waits for them.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <list>
#include <memory>
#include <utility>
#include <vector>

#include "kit/echo_buffer.hpp"
#include "kit/sockets.hpp"
#include "kit/stack.hpp"
#include "kit/worker.hpp"
#include "ring.hpp"

namespace {

using namespace pingmark;

/// A server's connection: it either receives or sends.
struct Stream {
    Stream(Server& server, MessageCount& messages, int fd) : socket(fd), buffer(server, messages, fd) {}

    Socket socket;
    EchoBuffer buffer;
};

class Echo {
public:
    explicit Echo(Server& server) : server_(server), messages_(server), ring_(server.stack_options()) {}

    [[noreturn]] void serve() {
        for (;;) {
            if (!accepts_ && server_.rest_ns() == 0) {
                ring_.wait_readable(server_.fd(), listener);
                accepts_ = true;
            }
            if (accepts_) {
                ring_.wait();
            } else {
                ring_.wait(server_.rest_ns());
            }
            // Answers go with the next wait, which returns at once while there are completions.
            ring_.handle_ended([&](std::uint64_t what, int result) { handle(what, result); });
        }
    }

private:
    static constexpr std::uint64_t listener = 0;

    void handle(std::uint64_t what, int result) {
        if (what == listener) {
            accepts_ = false;
            accept_all();
            return;
        }
        Stream& stream = *reinterpret_cast<Stream*>(what);
        const bool tries_again = result == -EINTR || result == -EAGAIN;
        if (result > 0) {
            if (stream.buffer.has_unsent()) {
                stream.buffer.sent(static_cast<std::size_t>(result));
            } else {
                stream.buffer.received(static_cast<std::size_t>(result));
            }
        }
        if ((result <= 0 && !tries_again) || (stream.buffer.is_broken() && !stream.buffer.has_unsent())) {
            delete &stream;
        } else {
            go_on(stream);
        }
    }

    void go_on(Stream& stream) {
        const auto what = reinterpret_cast<std::uint64_t>(&stream);
        EchoBuffer& buffer = stream.buffer;
        if (buffer.has_unsent()) {
            ring_.send(stream.socket.fd(), buffer.unsent(), buffer.unsent_bytes(), what);
        } else {
            ring_.receive(stream.socket.fd(), buffer.space(), buffer.room(), what);
        }
    }

    void accept_all() {
        // Blocking sockets: operations on non-blocking ones fail instead of waiting.
        for (int fd; (fd = server_.accept(0)) >= 0;) go_on(*new Stream(server_, messages_, fd));
    }

    Server& server_;
    MessageCount messages_;
    Ring ring_;
    bool accepts_ = false;
};

void serve(Server& server) { Echo(server).serve(); }

class Loop : public ClientLoop {
public:
    explicit Loop(std::vector<Connection>& connections) {
        for (Connection& connection : connections) {
            set_blocking(connection.fd());
            channels_.emplace_back(connection);
        }
    }

    void measure(Lane& lane) override {
        if (!ring_) ring_ = std::make_unique<Ring>(lane.traffic().stack_options);
        const auto transmit = [&](Connection& connection) { send(channel_of(lane, connection)); };
        for (Channel& channel : channels_) receive(channel);
        lane.start(transmit);
        bool more;
        do {
            more = false;
            const auto handle = [&](std::uint64_t what, int result) {
                Channel& channel = channels_[what / 2];
                if (what % 2 == sending) {
                    sent(lane, channel, result);
                } else {
                    received(lane, channel, result, transmit);
                    more = more || channel.is_full;
                }
            };
            // A send may complete in the call that starts it.
            std::size_t ended = ring_->handle_ended(handle);
            if (ended == 0) {
                ring_->wait(lane.wait_ns());
                ended = ring_->handle_ended(handle);
            }
            if (ended == 0) lane.woke_for_nothing();
        } while (lane.goes_on(more, transmit));
        end_all(lane, transmit);
    }

private:
    static constexpr std::uint64_t receiving = 0;
    static constexpr std::uint64_t sending = 1;

    struct Channel {
        explicit Channel(Connection& of) : connection(&of), out(of.outbox.another()) {}

        Connection* connection;
        Outbox out;  ///< is being sent while the next messages are composed
        bool receives = false;
        bool sends = false;
        bool is_full = false;
    };

    Channel& channel_of(Lane& lane, const Connection& connection) {
        return channels_[static_cast<std::size_t>(&connection - lane.connections().data())];
    }

    std::uint64_t number_of(const Channel& channel) { return static_cast<std::uint64_t>(&channel - channels_.data()); }

    void receive(Channel& channel) {
        Connection& connection = *channel.connection;
        if (connection.broken) return;
        channel.receives = true;
        ring_->receive(connection.fd(), connection.inbox.space(), connection.inbox.room(),
                       2 * number_of(channel) + receiving);
    }

    void send(Channel& channel) {
        if (channel.sends) return;
        if (channel.out.pending() == 0) std::swap(channel.out, channel.connection->outbox);
        if (channel.out.pending() == 0) return;
        channel.sends = true;
        const std::size_t bytes = channel.out.next_send(channel.connection->sends);
        ring_->send(channel.connection->fd(), channel.out.data(), bytes, 2 * number_of(channel) + sending);
        ring_->submit();
    }

    void sent(Lane& lane, Channel& channel, int result) {
        channel.sends = false;
        if (result >= 0) {
            channel.out.sent(static_cast<std::size_t>(result));
        } else if (result != -EINTR && result != -EAGAIN && result != -ECANCELED) {
            lane.fail(*channel.connection, "send", -result);
            return;
        }
        if (!ends_) send(channel);
    }

    template <class Transmit>
    void received(Lane& lane, Channel& channel, int result, Transmit& transmit) {
        channel.receives = false;
        channel.is_full = result > 0 && static_cast<std::size_t>(result) == channel.connection->inbox.room();
        const bool is_none = result == -EINTR || result == -EAGAIN || result == -ECANCELED;
        if (result < 0 && !is_none) {
            lane.fail(*channel.connection, "recv", -result);
        } else if (!is_none) {
            lane.received(*channel.connection, result, transmit);
        }
        if (!ends_) receive(channel);
    }

    /// Between measurements no operation is pending, because they use the connections' memory.
    template <class Transmit>
    void end_all(Lane& lane, Transmit& transmit) {
        ends_ = true;
        ring_->cancel_all();
        const auto is_under_way = [](const Channel& channel) { return channel.receives || channel.sends; };
        while (std::any_of(channels_.begin(), channels_.end(), is_under_way)) {
            ring_->wait();
            ring_->handle_ended([&](std::uint64_t what, int result) {
                if (what == Ring::cancelled) return;
                Channel& channel = channels_[what / 2];
                if (what % 2 == sending) {
                    sent(lane, channel, result);
                } else {
                    received(lane, channel, result, transmit);
                }
            });
        }
        ends_ = false;
    }

    std::unique_ptr<Ring> ring_;
    std::vector<Channel> channels_;
    bool ends_ = false;
};

Stack describe() {
    Stack stack{"cpp/tcp-uring", "TCP, an event loop in one thread, io_uring",
                "one thread on each side, which waits in io_uring_enter"};
    stack.options = ring_options();
    stack.settle_options = settle_ring_options;
    stack.serve = serve;
    stack.make_loop = make_loop<Loop>;
    return stack;
}

const Registration registration(describe());

}  // namespace

int main() {
    try {
        // The kernel may have forbidden io_uring since the worker was built.
        StackOptions options;
        settle_ring_options(options);
    } catch (const Unsupported& failure) {
        std::fprintf(stderr, "%s; sysctl kernel.io_uring_disabled, or a filter of system calls, may forbid it\n",
                     failure.what());
        return 1;
    }
    run_worker("cpp/uring", {"liburing"});
}
