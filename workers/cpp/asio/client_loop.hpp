#pragma once

#include <asio.hpp>

#include <algorithm>
#include <chrono>
#include <deque>
#include <limits>
#include <vector>

#include "handler_memory.hpp"
#include "kit/clock.hpp"
#include "kit/stack.hpp"

namespace pingmark {

/// Lets one thread's io_context return in time: a timer that is set anew only when that has to be earlier.
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

/// A thread with an io_context, in which each connection receives all the time, and sends while there is something to
/// send. `Wire` says how the two protocols differ: the socket, and what one send is to take of an outbox.
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

    /// Operations that are pending lie in their channels' memory, so that they have to end before those.
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

    Channel& channel_of(Connection& connection) { return channels_[lane_->index_of(connection)]; }

    // Nothing else uses it, so it needs no locks.
    asio::io_context io_{ASIO_CONCURRENCY_HINT_UNSAFE};
    Alarm alarm_{io_};
    Lane* lane_ = nullptr;
    bool arrived_ = false;
    /// Handlers until the lane is asked again: each answer has one, and what it causes to be sent.
    std::size_t pass_ = 0;
    std::deque<Channel> channels_;  // a deque, because they stay where they are
};

}  // namespace pingmark
