// Datagrams, many with one call: recvmmsg and sendmmsg. The server has one socket for all.

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <ctime>
#include <memory>
#include <vector>

#include "datagram_batch.hpp"
#include "kit/echo_datagrams.hpp"
#include "kit/poller.hpp"
#include "kit/stack.hpp"

namespace {

using namespace pingmark;

class Echo {
public:
    explicit Echo(Server& server)
        : server_(server),
          messages_(server),
          datagrams_(server, messages_,
                     [this](const Peer& to, const char* body, std::size_t bytes) { add_snapshot(to, body, bytes); }),
          joins_(server.stack_options().flag("udp_offload")),
          bytes_(new char[DatagramBatch::most * largest]) {
        for (unsigned i = 0; i < DatagramBatch::most; ++i)
            received_.add(bytes_.get() + i * largest, largest, &peers_[i]);
    }

    [[noreturn]] void serve() {
        set_blocking(server_.fd());
        // It looks then whether it is to forget its peers.
        set_call_timeouts(server_.fd(), longest_wait_ns);
        if (joins_) offload::receive_joined(server_.fd());
        for (;;) {
            const int waits = await_tick_or_datagram() ? MSG_DONTWAIT : MSG_WAITFORONE;
            const int n = joins_ ? received_.receive_joined(server_.fd(), DatagramBatch::most, waits)
                                 : received_.receive(server_.fd(), DatagramBatch::most, waits);
            if (server_.must_forget()) forget();
            if (n > 0) answer(static_cast<unsigned>(n));
            datagrams_.send_due();
            send_answers();
        }
    }

private:
    static constexpr std::size_t largest = 65'536;

    /// False where there are no ticks, and a receive may wait as long as it likes.
    bool await_tick_or_datagram() const {
        const std::int64_t to_tick = datagrams_.wait_ns();
        if (to_tick == Ticker::never) return false;
        const timespec timeout{to_tick / second, to_tick % second};
        pollfd polled{server_.fd(), POLLIN, 0};
        ppoll(&polled, 1, &timeout, nullptr);
        return true;
    }

    /// Of each tick they are the same bytes, which stay until it is sent.
    void add_snapshot(const Peer& to, const char* body, std::size_t bytes) {
        if (answers_.size() == DatagramBatch::most) send_answers();
        answers_.add(const_cast<char*>(body), bytes, const_cast<Peer*>(&to));
    }

    void answer(unsigned n) {
        answers_.clear();
        for (unsigned i = 0; i < n; ++i) {
            if (joins_) {
                answer_joined(i);
            } else {
                const ssize_t bytes =
                    datagrams_.received(peers_[i], received_.body(i), static_cast<ssize_t>(received_.bytes(i)));
                if (bytes >= 0) add_answer(i, received_.body(i), static_cast<std::size_t>(bytes));
            }
        }
        send_answers();
    }

    /// Answers that lie one behind the other go joined as well.
    void answer_joined(unsigned i) {
        const std::size_t segment = received_.segment(i);
        char* const end = received_.body(i) + received_.bytes(i);
        char* joined = nullptr;
        std::size_t joined_bytes = 0;
        const auto add_joined = [&] {
            if (joined == nullptr) return;
            add_answer(i, joined, joined_bytes);
            if (joined_bytes > segment) answers_.cut(segment);
            joined = nullptr;
        };
        char* body = received_.body(i);
        do {
            const std::size_t bytes = std::min(segment, static_cast<std::size_t>(end - body));
            const ssize_t answer = datagrams_.received(peers_[i], body, static_cast<ssize_t>(bytes));
            if (joined != nullptr && (answer < 0 || joined + joined_bytes != body)) add_joined();
            if (answer >= 0) {
                if (joined == nullptr) {
                    joined = body;
                    joined_bytes = 0;
                }
                joined_bytes += static_cast<std::size_t>(answer);
            }
            body += bytes;
        } while (body < end);
        add_joined();
    }

    void add_answer(unsigned i, char* body, std::size_t bytes) {
        if (answers_.size() == DatagramBatch::most) send_answers();
        answers_.add_answer(received_, i, body, bytes);
    }

    void send_answers() {
        for (unsigned sent = 0; sent < answers_.size();) {
            const int now = answers_.send(server_.fd(), sent);
            // The one that could not be sent is lost, and the client finds that out.
            sent += now > 0 ? static_cast<unsigned>(now) : 1;
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
    const bool joins_;
    std::unique_ptr<char[]> bytes_;
    std::array<Peer, DatagramBatch::most> peers_;
    DatagramBatch received_;
    DatagramBatch answers_;
};

void serve(Server& server) { std::make_unique<Echo>(server)->serve(); }

class Loop : public ClientLoop {
public:
    explicit Loop(std::vector<Connection>& connections) {
        for (Connection& connection : connections) poller_.add(connection.fd(), &connection);
    }

    void measure(Lane& lane) override {
        prepare(lane);
        const auto transmit = [&](Connection& connection) { send(lane, connection); };
        bool more;
        lane.start(transmit);
        do {
            more = false;
            const std::size_t n = poller_.wait(lane.wait_ns());
            for (std::size_t i = 0; i < n; ++i) {
                Connection& connection = *static_cast<Connection*>(poller_.events[i].data.ptr);
                if (connection.outbox.pending() > 0) transmit(connection);
                if (receive(lane, connection, transmit)) more = true;
            }
            if (n == 0) lane.woke_for_nothing();
        } while (lane.goes_on(more, transmit));
    }

private:
    void prepare(Lane& lane) {
        constexpr std::size_t largest_joined = 65'536;
        constexpr unsigned most_joined = 8;
        const std::size_t bytes = std::max(lane.traffic().message_bytes, lane.traffic().ticks.snapshot_bytes);
        joins_ = lane.traffic().stack_options.flag("udp_offload");
        rooms_ = joins_ ? most_joined : DatagramBatch::most;
        sends_at_once_ =
            joins_ ? offload::most_joined(lane.connections().front().fd(), lane.traffic().message_bytes) : 1;
        if (joins_) {
            for (const Connection& connection : lane.connections()) offload::receive_joined(connection.fd());
        }
        // One byte more than a message shows an answer that is too long.
        const std::size_t room = joins_ ? largest_joined : bytes + 1;
        bytes_.resize(rooms_ * room);
        received_.clear();
        for (unsigned i = 0; i < rooms_; ++i) received_.add(&bytes_[i * room], room);
        deliveries_.reserve(rooms_);
    }

    /// Whether there may be more.
    template <class Transmit>
    bool receive(Lane& lane, Connection& connection, Transmit& transmit) {
        const unsigned most = std::min(rooms_, connection.slots.size());
        const int n = joins_ ? received_.receive_joined(connection.fd(), most, MSG_DONTWAIT)
                             : received_.receive(connection.fd(), most, MSG_DONTWAIT);
        if (n <= 0) return lane.received(connection, -1, transmit) != Arrival::nothing;
        deliveries_.clear();
        for (unsigned i = 0; i < static_cast<unsigned>(n); ++i) deliver(i);
        lane.delivered(connection, deliveries_.data(), deliveries_.size(), transmit);
        return static_cast<unsigned>(n) == most;
    }

    void deliver(unsigned i) {
        const std::size_t all = received_.bytes(i);
        const std::size_t segment = joins_ ? received_.segment(i) : all;
        std::size_t at = 0;
        do {
            const Delivery one{received_.body(i) + at, std::min(segment, all - at)};
            if (!is_hello_answer(one.body, one.bytes)) deliveries_.push_back(one);
            at += segment;
        } while (at < all);
    }

    void send(Lane& lane, Connection& connection) {
        const std::size_t bytes = lane.traffic().message_bytes;
        while (connection.outbox.pending() > 0) {
            fill(connection, bytes);
            const int sent = sends_.send(connection.fd(), 0);
            if (sent > 0) {
                for (unsigned i = 0; i < static_cast<unsigned>(sent); ++i)
                    connection.outbox.sent(sends_.bytes_to_send(i));
            } else if (is_lost(errno)) {
                connection.outbox.sent(sends_.bytes_to_send(0));
            } else if (errno != EINTR) {
                if (errno != EAGAIN) lane.fail(connection, "sendmmsg", errno);
                return;
            }
        }
    }

    void fill(const Connection& connection, std::size_t bytes) {
        char* from = const_cast<char*>(connection.outbox.data());
        std::size_t left = connection.outbox.pending();
        for (sends_.clear(); left > 0 && sends_.size() < DatagramBatch::most;) {
            const std::size_t n = std::min(left, sends_at_once_ * bytes);
            sends_.add(from, n);
            if (n > bytes) sends_.cut(bytes);
            from += n;
            left -= n;
        }
    }

    Poller poller_;
    bool joins_ = false;
    unsigned rooms_ = 0;
    std::size_t sends_at_once_ = 1;
    std::vector<char> bytes_;
    DatagramBatch received_;
    DatagramBatch sends_;
    std::vector<Delivery> deliveries_;
};

Stack describe() {
    Stack stack;
    stack.id = "cpp/udp-mmsg";
    stack.about = "UDP, up to 64 datagrams with one recvmmsg or sendmmsg; the server has one socket for all";
    stack.threading = "one thread on each side; the server waits in recvmmsg, the client in epoll_wait";
    stack.transport = Transport::udp;
    stack.waits = "block";
    stack.one_way = true;
    stack.ticks = true;
    stack.options = {StackOption::flag(
        "udp_offload", "datagrams of one length pass the kernel many as one, UDP_SEGMENT and UDP_GRO", false)};
    stack.settle_options = offload::settle;
    stack.serve = serve;
    stack.make_loop = make_loop<Loop>;
    return stack;
}

const Registration registration(describe());

}  // namespace
