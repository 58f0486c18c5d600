#pragma once

// What the stacks of Asio have in common.

#include <asio.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <deque>
#include <limits>
#include <new>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "kit/clock.hpp"
#include "kit/server.hpp"
#include "kit/stack.hpp"

namespace pingmark {

/// Memory for one pending operation. Asio reuses memory of only a few operations, and a client has two for each
/// connection.
class HandlerMemory {
public:
    HandlerMemory() = default;
    HandlerMemory(const HandlerMemory&) = delete;

    void* take(std::size_t bytes) {
        if (taken_ || bytes > sizeof room_) return ::operator new(bytes);
        taken_ = true;
        return room_;
    }

    void give_back(void* place) {
        if (place == room_) {
            taken_ = false;
        } else {
            ::operator delete(place);
        }
    }

private:
    alignas(std::max_align_t) unsigned char room_[256];
    bool taken_ = false;
};

template <class T>
class HandlerAllocator {
public:
    using value_type = T;

    explicit HandlerAllocator(HandlerMemory& memory) : memory_(&memory) {}
    template <class Other>
    HandlerAllocator(const HandlerAllocator<Other>& other) : memory_(other.memory_) {}

    T* allocate(std::size_t n) { return static_cast<T*>(memory_->take(n * sizeof(T))); }
    void deallocate(T* place, std::size_t) { memory_->give_back(place); }

    friend bool operator==(const HandlerAllocator& a, const HandlerAllocator& b) { return a.memory_ == b.memory_; }
    friend bool operator!=(const HandlerAllocator& a, const HandlerAllocator& b) { return a.memory_ != b.memory_; }

private:
    template <class Other>
    friend class HandlerAllocator;
    HandlerMemory* memory_;
};

/// A handler whose operation is allocated in `memory`.
template <class Handler>
class HandlerIn {
public:
    using allocator_type = HandlerAllocator<Handler>;

    HandlerIn(HandlerMemory& memory, Handler handler) : memory_(memory), handler_(std::move(handler)) {}

    allocator_type get_allocator() const noexcept { return allocator_type(memory_); }

    template <class... Arguments>
    void operator()(Arguments&&... arguments) {
        handler_(std::forward<Arguments>(arguments)...);
    }

private:
    HandlerMemory& memory_;
    Handler handler_;
};

/// A timer that lets an io_context return in time. It is set again only if it has to ring earlier.
class Alarm {
public:
    explicit Alarm(asio::io_context& io) : timer_(io) {}

    void ring_within(std::int64_t wait_ns) {
        const std::int64_t at = now_ns() + wait_ns;
        if (at >= rings_at_) return;
        rings_at_ = at;
        timer_.expires_after(std::chrono::nanoseconds(wait_ns));
        timer_.async_wait(HandlerIn(memory_, [this](std::error_code error) {
            if (!error) rings_at_ = not_set;
        }));
    }

    void cancel() { timer_.cancel(); }

private:
    static constexpr std::int64_t not_set = std::numeric_limits<std::int64_t>::max();

    asio::steady_timer timer_;
    HandlerMemory memory_;
    std::int64_t rings_at_ = not_set;
};

/// A thread with an io_context, in which each connection always receives, and sends while there is something to send.
/// `Wire` has the protocol's socket, and how much one send takes from an outbox.
template <class Wire>
class AsioLoop : public ClientLoop {
public:
    explicit AsioLoop(std::vector<Connection>& connections) {
        std::size_t in_flight = 0;
        for (Connection& connection : connections) {
            channels_.emplace_back(*this, connection).receive();
            in_flight += connection.slots.size();
        }
        pass_ = std::min(2 * in_flight, longest_pass);
    }

    /// Pending operations lie in their channels' memory, so they have to end first.
    ~AsioLoop() override {
        for (Channel& channel : channels_) channel.end();
        alarm_.cancel();
        io_.restart();
        io_.poll();
    }

    void measure(Lane& lane) override {
        lane_ = &lane;
        const auto transmit = [this](Connection& connection) { channel_of(connection).send(); };
        lane.start(transmit);
        bool more;
        do {
            const std::int64_t wait = lane.wait_ns();
            if (wait > 0) alarm_.ring_within(wait);
            arrived_ = false;
            std::size_t handled = wait > 0 ? io_.run_one() : io_.poll_one();
            while (handled > 0 && handled < pass_ && io_.poll_one() > 0) ++handled;
            more = handled == pass_;
            if (!arrived_) lane.woke_for_nothing();
        } while (lane.goes_on(more, transmit));
    }

private:
    using Socket = typename Wire::Socket;
    static constexpr std::size_t longest_pass = 512;

    class Channel {
    public:
        Channel(AsioLoop& loop, Connection& connection)
            : loop_(loop),
              connection_(connection),
              socket_(loop.io_, Wire::protocol_of(connection.fd()), connection.fd()),
              sending_(connection.outbox.another()) {}

        /// The connection closes its descriptor.
        void end() { socket_.release(); }

        void receive() {
            socket_.async_receive(
                asio::buffer(connection_.inbox.space(), connection_.inbox.room()),
                HandlerIn(receiving_, [this](std::error_code error, std::size_t n) { received(error, n); }));
        }

        /// Composed messages wait in the connection's outbox while those before them are being sent.
        void send() {
            if (sending_.pending() > 0 || connection_.outbox.pending() == 0) return;
            std::swap(sending_, connection_.outbox);
            send_rest();
        }

    private:
        void received(std::error_code error, std::size_t n) {
            if (error == asio::error::operation_aborted) return;
            Lane& lane = *loop_.lane_;
            const auto transmit = [this](Connection& connection) { loop_.channel_of(connection).send(); };
            if (!error || error == asio::error::eof) {
                loop_.arrived_ = true;
                lane.received(connection_, static_cast<ssize_t>(n), transmit);
            } else {
                lane.fail(connection_, "async_receive", error.value());
            }
            if (!connection_.broken) receive();
        }

        void send_rest() {
            const std::size_t bytes = Wire::bytes_of_one_send(sending_, connection_.sends);
            socket_.async_send(asio::buffer(sending_.data(), bytes),
                               HandlerIn(sending_memory_, [this, bytes](std::error_code error, std::size_t n) {
                                   sent(error, Wire::is_lost(error) ? bytes : n);
                               }));
        }

        void sent(std::error_code error, std::size_t n) {
            if (error == asio::error::operation_aborted) return;
            if (error && !Wire::is_lost(error)) {
                loop_.lane_->fail(connection_, "async_send", error.value());
                return;
            }
            sending_.sent(n);
            if (sending_.pending() > 0) {
                send_rest();
            } else if (connection_.outbox.pending() > 0) {
                send();
            }
        }

        AsioLoop& loop_;
        Connection& connection_;
        Socket socket_;
        Outbox sending_;
        HandlerMemory receiving_;
        HandlerMemory sending_memory_;
    };

    Channel& channel_of(Connection& connection) {
        return channels_[static_cast<std::size_t>(&connection - lane_->connections().data())];
    }

    // Nothing else uses it, so it needs no locks.
    asio::io_context io_{ASIO_CONCURRENCY_HINT_UNSAFE};
    Alarm alarm_{io_};
    Lane* lane_ = nullptr;
    bool arrived_ = false;
    /// Handlers of one pass: an answer has one, and so has the send that it causes.
    std::size_t pass_ = 0;
    std::deque<Channel> channels_;  // a deque, because they must not move
};

inline bool is_ipv6(int fd) { return Address::of_local_end(fd).family() == AF_INET6; }

/// A server's thread: `Service::begin` starts operations that never end.
template <class Service>
void serve_with(Server& server) {
    constexpr int one_thread = 1;
    MessageCount messages(server);
    asio::io_context io(one_thread);
    Service service(io, server, messages);
    service.begin();
    io.run();
}

template <class Wire, class Service>
Stack describe_asio(const char* id, const char* about, Transport transport) {
    Stack stack{id, about, "one thread with an io_context on each side, or client_threads"};
    stack.transport = transport;
    stack.options = {StackOption::client_threads()};
    stack.serve = serve_with<Service>;
    stack.make_loop = make_loop<AsioLoop<Wire>>;
    return stack;
}

struct TcpWire {
    using Socket = asio::ip::tcp::socket;

    static asio::ip::tcp protocol_of(int fd) { return is_ipv6(fd) ? asio::ip::tcp::v6() : asio::ip::tcp::v4(); }
    static std::size_t bytes_of_one_send(const Outbox& outbox, Sends sends) { return outbox.next_send(sends); }
    static bool is_lost(std::error_code) { return false; }
};

}  // namespace pingmark
