#pragma once

#include <asio.hpp>

#include <algorithm>
#include <chrono>
#include <deque>
#include <vector>

#include "handler_memory.hpp"
#include "kit/clock.hpp"
#include "kit/stack.hpp"

namespace pingmark {

/// A thread with an io_context, in which each connection receives all the time, and sends while there is something to
/// send. `Wire` says how the two protocols differ: the socket, and what one send is to take of an outbox.
template <class Wire>
class AsioLane : public ClientLane {
public:
    explicit AsioLane(std::vector<Link>& links) {
        std::size_t in_flight = 0;
        for (Link& link : links) {
            connections_.emplace_back(*this, link).receive();
            in_flight += link.slots.size();
        }
        pass_ = std::min(2 * in_flight, longest_pass);
    }

    void measure(Session& session) override {
        constexpr std::chrono::milliseconds longest_wait(
            50);  // how late lost messages may be noticed when nothing arrives
        session_ = &session;
        const auto transmit = [this](Link& link) { connection_of(link).send(); };
        session.start(transmit);
        bool more;
        do {
            std::size_t handled = io_.run_one_for(longest_wait);
            if (handled == 0) session.woke_for_nothing();
            while (handled > 0 && handled < pass_ && io_.poll_one() > 0) ++handled;
            more = handled == pass_;
        } while (session.goes_on(more, transmit));
    }

private:
    using Socket = typename Wire::Socket;
    static constexpr std::size_t longest_pass = 512;

    class Connection {
    public:
        Connection(AsioLane& lane, Link& link)
            : lane_(lane),
              link_(link),
              socket_(lane.io_, Wire::protocol_of(link.fd()), link.fd()),
              sending_(link.outbox.another()) {}
        ~Connection() { socket_.release(); }  // the link closes its descriptor

        void receive() {
            socket_.async_receive(
                asio::buffer(link_.inbox.space(), link_.inbox.room()),
                HandlerIn(receiving_, [this](std::error_code error, std::size_t n) { received(error, n); }));
        }

        /// Composed messages wait in the link's outbox while those before them are being sent.
        void send() {
            if (sending_.pending() > 0 || link_.outbox.pending() == 0) return;
            std::swap(sending_, link_.outbox);
            send_rest();
        }

    private:
        void received(std::error_code error, std::size_t n) {
            Session& session = *lane_.session_;
            const auto transmit = [this](Link&) { send(); };
            if (!error || error == asio::error::eof) {
                session.received(link_, static_cast<ssize_t>(n), transmit);
            } else {
                session.fail(link_, "async_receive", error.value());
            }
            if (!link_.broken) receive();
        }

        void send_rest() {
            const std::size_t bytes = Wire::bytes_of_one_send(sending_, lane_.session_->load());
            socket_.async_send(asio::buffer(sending_.data(), bytes),
                               HandlerIn(sending_memory_, [this, bytes](std::error_code error, std::size_t n) {
                                   sent(error, Wire::is_lost(error) ? bytes : n);
                               }));
        }

        void sent(std::error_code error, std::size_t n) {
            if (error && !Wire::is_lost(error)) {
                lane_.session_->fail(link_, "async_send", error.value());
                return;
            }
            sending_.sent(n);
            if (sending_.pending() > 0) {
                send_rest();
            } else if (link_.outbox.pending() > 0) {
                send();
            }
        }

        AsioLane& lane_;
        Link& link_;
        Socket socket_;
        Outbox sending_;
        HandlerMemory receiving_;
        HandlerMemory sending_memory_;
    };

    Connection& connection_of(Link& link) {
        return connections_[static_cast<std::size_t>(&link - session_->links().data())];
    }

    // Nothing else uses it, so it needs no locks.
    asio::io_context io_{ASIO_CONCURRENCY_HINT_UNSAFE};
    Session* session_ = nullptr;
    std::size_t pass_ =
        0;  ///< handlers until the session is asked again: each answer has one, and what it causes to be sent
    std::deque<Connection> connections_;  // a deque, because they stay where they are
};

/// Whether a socket that somebody else opened is IPv6.
inline bool is_ipv6(int fd) { return Address::of_local_end(fd).family() == AF_INET6; }

}  // namespace pingmark
