// Datagrams, and threads that ask their sockets without ever waiting.

#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <vector>

#include "datagram_batch.hpp"
#include "datagram_client.hpp"
#include "kit/echo_datagrams.hpp"
#include "kit/stack.hpp"
#include "kit/transmit.hpp"
#include "loops/spin.hpp"

namespace {

using namespace pingmark;

/// A socket that is asked in turn. One that has long had nothing rests: it is asked now and then only, so that peers
/// which are gone, and never said so, do not slow down the others.
class Turn {
public:
    /// It rests soon, unless there is a message.
    Turn() = default;

    bool rests() const { return polls_in_vain_ >= long_time; }
    void found_nothing() { polls_in_vain_ += rests() ? 0 : 1; }
    void found_message() { polls_in_vain_ = 0; }
    /// Where one peer says hello others may follow.
    void found_hello() { polls_in_vain_ = std::min(polls_in_vain_, long_time - while_others_come); }

private:
    /// In the order of a second of polls.
    static constexpr std::uint32_t long_time = 1 << 22;
    static constexpr std::uint32_t while_others_come = 1'024;

    std::uint32_t polls_in_vain_ = long_time - while_others_come;
};

/// The peers that have a socket of their own, and the socket for all others.
class Echo {
public:
    explicit Echo(Server& server)
        : server_(server),
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
                if (all || !peer.turn.rests()) joins_ ? ask_joined(peer) : ask(peer);
            }
            if (all || !shared_.rests()) ask_shared();
        }
    }

private:
    struct OwnSocket {
        Socket socket;
        Turn turn;
    };

    void ask(OwnSocket& peer) {
        const ssize_t n = recv(peer.socket.fd(), bytes_.data(), bytes_.size(), 0);
        if (n < 0) {
            peer.turn.found_nothing();
            return;
        }
        peer.turn.found_message();
        const ssize_t answer = datagrams_.received_from_known(bytes_.data(), n);
        if (answer < 0) return;
        send_back([&] { return send(peer.socket.fd(), bytes_.data(), static_cast<std::size_t>(answer), 0); });
    }

    void ask_joined(OwnSocket& peer) {
        if (received_.receive_joined(peer.socket.fd(), 1, 0) <= 0) {
            peer.turn.found_nothing();
            return;
        }
        peer.turn.found_message();
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

    void ask_shared() {
        Peer from;
        socklen_t size = sizeof from;
        const ssize_t n = recvfrom(server_.fd(), bytes_.data(), bytes_.size(), 0, &from.any, &size);
        if (n < 0) {
            if (server_.connects_peers()) shared_.found_nothing();
            return;
        }
        const ssize_t answer = datagrams_.received(from, bytes_.data(), n);
        if (answer < 0) return;
        if (datagrams_.was_hello()) {
            shared_.found_hello();
            if (datagrams_.was_newcomer()) welcome(from, size);
        } else {
            shared_.found_message();
        }
        send_back(
            [&] { return sendto(server_.fd(), bytes_.data(), static_cast<std::size_t>(answer), 0, &from.any, size); });
    }

    /// Before the hello is answered, so that what the peer sends then arrives there.
    void welcome(const Peer& peer, socklen_t size) {
        if (!server_.connects_peers() || peers_.size() == connected_datagram_peers) return;
        Socket socket = server_.open_for(&peer.any, size);
        if (socket.fd() < 0) return;
        if (joins_) offload::receive_joined(socket.fd());
        peers_.push_back({std::move(socket), Turn()});
    }

    void forget() {
        peers_.clear();
        datagrams_.forget();
        server_.forgot();
    }

    /// A full socket is asked again, but not for ever. A datagram that cannot be sent is lost, and the client finds
    /// that out.
    template <class Send>
    static void send_back(Send&& send) {
        for (int tries = 0; tries < full_socket_tries; ++tries) {
            if (send() >= 0 || (errno != EAGAIN && errno != EINTR)) return;
        }
    }

    Server& server_;
    MessageCount messages_;
    EchoDatagrams datagrams_;
    const bool joins_;
    std::vector<char> bytes_;
    DatagramBatch received_;  ///< of joined datagrams
    DatagramBatch answer_;
    std::vector<OwnSocket> peers_;
    Turn shared_;
};

void serve(Server& server) { Echo(server).serve(); }

class Loop : public ClientLoop {
public:
    explicit Loop(std::vector<Connection>& connections) : turns_(connections) {}

    void measure(Lane& lane) override {
        turns_.choose([&](auto& asked) { measure(lane, asked); });
    }

private:
    template <class Asked>
    void measure(Lane& lane, Asked& asked) {
        if (lane.traffic().stack_options.flag("udp_offload")) {
            calls_.prepare(lane);
            spin(
                lane, asked, [&](Connection& connection) { calls_.send(lane, connection); },
                [&](Connection& connection, auto& transmit) { return calls_.receive(lane, connection, transmit); });
        } else {
            spin(
                lane, asked, [&](Connection& connection) { send_datagrams(lane, connection); },
                [&](Connection& connection, auto& transmit) { return receive_waiting(lane, connection, transmit); });
        }
    }

    /// As many datagrams as may be waiting, so that none is counted lost that has arrived. `nothing` where there were
    /// fewer.
    template <class Transmit>
    static Arrival receive_waiting(Lane& lane, Connection& connection, Transmit& transmit) {
        for (std::uint32_t i = 0; i < connection.slots.size(); ++i) {
            const ssize_t n = recv(connection.fd(), connection.inbox.space(), connection.inbox.room(), 0);
            if (lane.received(connection, n, transmit) == Arrival::nothing) return Arrival::nothing;
        }
        return Arrival::some;
    }

    Turns turns_;
    DatagramClient calls_;
};

Stack describe() {
    Stack stack;
    stack.id = "cpp/udp-spin";
    stack.about = "UDP, one busy thread, and a socket per connection on both sides";
    stack.threading = "one thread on each side, which never waits";
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
