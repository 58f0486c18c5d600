// Datagrams, and threads that poll their sockets and never wait.

#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <vector>

#include "datagrams.hpp"
#include "kit/asked_address.hpp"
#include "kit/echo_datagrams.hpp"
#include "kit/stack.hpp"
#include "kit/transmit.hpp"
#include "loops/spin.hpp"

namespace {

using namespace pingmark;

/// How often a socket is polled. One that was long silent rests: it is polled only now and then, so that peers that
/// vanished do not slow down the others.
class PollRate {
public:
    bool rests() const { return polls_in_vain_ >= polls_until_rest; }
    void found_nothing() { polls_in_vain_ += rests() ? 0 : 1; }
    void found_message() { polls_in_vain_ = 0; }
    /// After one peer's hello, others may follow.
    void found_hello() { polls_in_vain_ = std::min(polls_in_vain_, polls_until_rest - polls_after_hello); }

private:
    /// About a second of polls.
    static constexpr std::uint32_t polls_until_rest = 1 << 22;
    static constexpr std::uint32_t polls_after_hello = 1'024;

    std::uint32_t polls_in_vain_ = polls_until_rest - polls_after_hello;
};

/// Peers with their own sockets, and the shared socket for all others.
template <class Calls>
class Echo {
public:
    explicit Echo(Server& server)
        : server_(server),
          calls_(server),
          messages_(server),
          datagrams_(server, messages_),
          joins_(server.stack_options().flag("udp_offload")),
          bytes_(65'536) {
        peers_.reserve(connected_datagram_peers);
        received_.add(bytes_.data(), bytes_.size());
    }

    [[noreturn]] void serve() {
        constexpr std::uint32_t passes_per_rest = 1'024;
        for (std::uint32_t pass = 0;; ++pass) {
            const bool all = pass % passes_per_rest == 0;
            if (all && server_.must_forget()) forget();
            for (OwnSocket& peer : peers_) {
                if (all || !peer.rate.rests()) joins_ ? poll_joined(peer) : poll_plain(peer);
            }
            if (all || !shared_.rests()) poll_shared();
        }
    }

private:
    struct OwnSocket {
        Socket socket;
        PollRate rate;
    };

    void poll_plain(OwnSocket& peer) {
        const ssize_t n = recv(peer.socket.fd(), bytes_.data(), bytes_.size(), 0);
        if (n < 0) {
            peer.rate.found_nothing();
            return;
        }
        peer.rate.found_message();
        const ssize_t answer = datagrams_.received_from_known(bytes_.data(), n);
        if (answer < 0) return;
        send_back([&] { return send(peer.socket.fd(), bytes_.data(), static_cast<std::size_t>(answer), 0); });
    }

    void poll_joined(OwnSocket& peer) {
        if (received_.receive_with_controls(peer.socket.fd(), 1, 0) <= 0) {
            peer.rate.found_nothing();
            return;
        }
        peer.rate.found_message();
        const std::size_t segment = received_.segment(0);
        offload::answer(
            received_.body(0), received_.bytes(0), segment,
            [&](char* body, std::size_t bytes) {
                return datagrams_.received_from_known(body, static_cast<ssize_t>(bytes));
            },
            [&](char* row, std::size_t bytes) {
                answer_.clear();
                answer_.add(row, bytes);
                if (bytes > segment) answer_.cut(segment);
                send_back([&] { return answer_.send(peer.socket.fd(), 0); });
            });
    }

    void poll_shared() {
        const ssize_t n = calls_.receive(bytes_.data(), bytes_.size());
        if (n < 0) {
            if (server_.connects_peers()) shared_.found_nothing();
            return;
        }
        const ssize_t answer = datagrams_.received(calls_.from(), bytes_.data(), n);
        if (answer < 0) return;
        if (datagrams_.was_hello()) {
            shared_.found_hello();
            if (datagrams_.was_newcomer()) welcome(calls_.from(), calls_.from_bytes());
        } else {
            shared_.found_message();
        }
        send_back([&] { return calls_.answer(bytes_.data(), static_cast<std::size_t>(answer)); });
    }

    /// Call before the hello is answered, so that the peer's next datagrams arrive at this socket.
    void welcome(const Peer& peer, socklen_t size) {
        if (!server_.connects_peers() || peers_.size() == connected_datagram_peers) return;
        Socket socket = server_.open_for(&peer.any, size);
        if (socket.fd() < 0) return;
        if (joins_) offload::receive_joined(socket.fd());
        peers_.push_back({std::move(socket), PollRate()});
    }

    void forget() {
        peers_.clear();
        datagrams_.forget();
        server_.forgot();
    }

    /// Retries a full socket, but not forever. What cannot be sent is lost, which the client detects.
    template <class Send>
    static void send_back(Send&& send) {
        for (int tries = 0; tries < full_socket_tries; ++tries) {
            if (send() >= 0 || (errno != EAGAIN && errno != EINTR)) return;
        }
    }

    Server& server_;
    Calls calls_;
    MessageCount messages_;
    EchoDatagrams datagrams_;
    const bool joins_;
    std::vector<char> bytes_;
    DatagramBatch received_;  ///< for joined datagrams
    DatagramBatch answer_;
    std::vector<OwnSocket> peers_;
    PollRate shared_;
};

void serve(Server& server) {
    server.is_at_any_address() ? Echo<AtAnyAddress>(server).serve() : Echo<AtOneAddress>(server).serve();
}

class Loop : public ClientLoop {
public:
    void measure(Lane& lane) override {
        if (lane.traffic().stack_options.flag("udp_offload")) {
            calls_.prepare(lane);
            spin(
                lane, [&](Connection& connection) { calls_.send(lane, connection); },
                [&](Connection& connection, auto& transmit) { return calls_.receive(lane, connection, transmit); });
        } else {
            spin(
                lane, [&](Connection& connection) { send_datagrams(lane, connection); },
                [&](Connection& connection, auto& transmit) { return receive_waiting(lane, connection, transmit); });
        }
    }

private:
    /// Receives all datagrams that may be waiting, so that none that arrived counts as lost. `nothing`: there were
    /// fewer.
    template <class Transmit>
    static Arrival receive_waiting(Lane& lane, Connection& connection, Transmit& transmit) {
        for (std::uint32_t i = 0; i < connection.slots.size(); ++i) {
            const ssize_t n = recv(connection.fd(), connection.inbox.space(), connection.inbox.room(), 0);
            if (lane.received(connection, n, transmit) == Arrival::nothing) return Arrival::nothing;
        }
        return Arrival::some;
    }

    DatagramClient calls_;
};

Stack describe() {
    Stack stack{"cpp/udp-spin", "UDP, one busy thread, and a socket per connection on both sides",
                "one thread on each side, which never waits"};
    stack.transport = Transport::udp;
    stack.waits = "spin";
    stack.options = {StackOption::flag("connected_sockets", "a connected socket for each of the first 64 clients", true,
                                       StackOption::Role::server),
                     offload::option()};
    stack.settle_options = offload::settle;
    stack.one_way = true;
    stack.serve = serve;
    stack.make_loop = make_loop<Loop>;
    return stack;
}

const Registration registration(describe());

}  // namespace
