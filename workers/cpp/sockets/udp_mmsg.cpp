// Many datagrams by one call: recvmmsg and sendmmsg. The server has one socket.

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <ctime>
#include <memory>
#include <vector>

#include "datagrams.hpp"
#include "kit/echo_datagrams.hpp"
#include "kit/poller.hpp"
#include "kit/stack.hpp"

namespace {

using namespace pingmark;

/// The server.
template <bool is_at_any_address>
class Echo {
public:
    explicit Echo(Server& server)
        : server_(server),
          messages_(server),
          datagrams_(server, messages_, send_snapshot()),
          receives_joined_(server.stack_options().flag("udp_offload")),
          bytes_(new char[DatagramBatch::most * largest]) {
        for (unsigned i = 0; i < DatagramBatch::most; ++i)
            received_.add(bytes_.get() + i * largest, largest, &peers_[i]);
    }

    [[noreturn]] void serve() {
        set_blocking(server_.fd());
        // So that it checks whether it must forget clients that have disconnected.
        set_call_timeouts(server_.fd(), longest_wait_ns);
        if (receives_joined_) offload::receive_joined(server_.fd());
        for (;;) {
            const int flags = await_tick_or_datagram() ? MSG_DONTWAIT : MSG_WAITFORONE;
            const int received = is_at_any_address || receives_joined_
                                     ? received_.receive_with_controls(server_.fd(), DatagramBatch::most, flags)
                                     : received_.receive(server_.fd(), DatagramBatch::most, flags);
            if (server_.must_forget()) forget();
            if (received > 0) answer(static_cast<unsigned>(received));
            datagrams_.send_due();
            send_answers();
        }
    }

private:
    static constexpr std::size_t largest = 65'536;

    /// False: there are no ticks, and a receive may wait.
    bool await_tick_or_datagram() const {
        const std::int64_t to_tick = datagrams_.wait_ns();
        if (to_tick == Ticker::never) return false;
        const timespec timeout{to_tick / second, to_tick % second};
        pollfd polled{server_.fd(), POLLIN, 0};
        ppoll(&polled, 1, &timeout, nullptr);
        return true;
    }

    /// At a wildcard address none, because nobody remembers which address a peer asked.
    EchoDatagrams::SendSnapshot send_snapshot() {
        if constexpr (is_at_any_address) return nullptr;
        return [this](const Peer& to, const char* body, std::size_t bytes) { add_snapshot(to, body, bytes); };
    }

    /// The bytes stay in place until they are sent.
    void add_snapshot(const Peer& to, const char* body, std::size_t bytes) {
        if (answers_.size() == DatagramBatch::most) send_answers();
        answers_.add(const_cast<char*>(body), bytes, const_cast<Peer*>(&to));
    }

    void answer(unsigned datagrams) {
        answers_.clear();
        for (unsigned i = 0; i < datagrams; ++i) {
            if (receives_joined_) {
                answer_joined(i);
            } else {
                const ssize_t bytes =
                    datagrams_.received(peers_[i], received_.body(i), static_cast<ssize_t>(received_.bytes(i)));
                if (bytes >= 0) add_answer(i, received_.body(i), static_cast<std::size_t>(bytes));
            }
        }
        send_answers();
    }

    void answer_joined(unsigned i) {
        const std::size_t segment = received_.segment(i);
        offload::answer(
            received_.body(i), received_.bytes(i), segment,
            [&](char* body, std::size_t bytes) {
                return datagrams_.received(peers_[i], body, static_cast<ssize_t>(bytes));
            },
            [&](char* row, std::size_t bytes) {
                add_answer(i, row, bytes);
                if (bytes > segment) answers_.cut(segment);
            });
    }

    void add_answer(unsigned i, char* body, std::size_t bytes) {
        if (answers_.size() == DatagramBatch::most) send_answers();
        answers_.add_answer(received_, i, body, bytes);
        if constexpr (is_at_any_address) answers_.leave_from_asked(received_, i);
    }

    void send_answers() {
        for (unsigned sent = 0; sent < answers_.size();) {
            const int sent_now = answers_.send(server_.fd(), sent);
            // A datagram that could not be sent is lost, which the client detects.
            sent += sent_now > 0 ? static_cast<unsigned>(sent_now) : 1;
        }
        answers_.clear();
    }

    void forget() {
        datagrams_.forget();
        server_.forgot();
    }

    Server& server_;
    MessageCount messages_;
    EchoDatagrams datagrams_;
    const bool receives_joined_;
    std::unique_ptr<char[]> bytes_;
    std::array<Peer, DatagramBatch::most> peers_;
    DatagramBatch received_;
    DatagramBatch answers_;
};

void serve(Server& server) {
    server.is_at_any_address() ? std::make_unique<Echo<true>>(server)->serve()
                               : std::make_unique<Echo<false>>(server)->serve();
}

/// The client.
class Loop : public ClientLoop {
public:
    explicit Loop(std::vector<Connection>& connections) {
        for (Connection& connection : connections) poller_.add(connection.fd(), &connection);
    }

    void measure(Lane& lane) override {
        calls_.prepare(lane);
        const auto transmit = [&](Connection& connection) { calls_.send(lane, connection); };
        bool more;
        lane.start(transmit);
        do {
            more = false;
            const std::size_t n = poller_.wait(lane.wait_ns());
            for (std::size_t i = 0; i < n; ++i) {
                Connection& connection = *static_cast<Connection*>(poller_.events[i].data.ptr);
                if (connection.outbox.pending() > 0) transmit(connection);
                if (calls_.receive(lane, connection, transmit) == Arrival::full) more = true;
            }
            if (n == 0) lane.woke_for_nothing();
        } while (lane.goes_on(more, transmit));
    }

private:
    Poller poller_;
    DatagramClient calls_;
};

Stack describe() {
    Stack stack{"cpp/udp-mmsg",
                "UDP, up to 64 datagrams with one recvmmsg or sendmmsg; the server has one socket for all",
                "one thread on each side; the server waits in recvmmsg, the client in epoll_wait"};
    stack.transport = Transport::udp;
    stack.one_way = true;
    stack.ticks = true;
    stack.options = {offload::option()};
    stack.settle_options = offload::settle;
    stack.serve = serve;
    stack.make_loop = make_loop<Loop>;
    return stack;
}

const Registration registration(describe());

}  // namespace
