// Datagrams, many with one call: recvmmsg and sendmmsg. The server has one socket for all.

#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <vector>

#include "kit/echo_datagrams.hpp"
#include "kit/poller.hpp"
#include "kit/stack.hpp"

namespace {

using namespace pingmark;

constexpr unsigned most_at_once = 64;

/// Datagrams that one call is to receive or to send.
class Batch {
public:
    Batch() {
        for (unsigned i = 0; i < most_at_once; ++i) {
            headers_[i].msg_hdr.msg_iov = &parts_[i];
            headers_[i].msg_hdr.msg_iovlen = 1;
        }
    }
    Batch(const Batch&) = delete;

    unsigned size() const { return size_; }
    void clear() { size_ = 0; }
    void add(char* bytes, std::size_t n, Peer* peer = nullptr) {
        parts_[size_] = {bytes, n};
        headers_[size_].msg_hdr.msg_name = peer;
        headers_[size_].msg_hdr.msg_namelen = peer != nullptr ? sizeof *peer : 0;
        ++size_;
    }
    /// Goes back to where it came from.
    void add_answer(const Batch& from, unsigned i, std::size_t n) {
        add(from.body(i), n);
        headers_[size_ - 1].msg_hdr.msg_name = from.headers_[i].msg_hdr.msg_name;
        headers_[size_ - 1].msg_hdr.msg_namelen = from.headers_[i].msg_hdr.msg_namelen;
    }

    char* body(unsigned i) const { return static_cast<char*>(parts_[i].iov_base); }
    std::size_t bytes(unsigned i) const { return headers_[i].msg_len; }

    /// May be called again and again: the kernel leaves all lengths as they must be for the next call.
    int receive(int fd, unsigned most, int flags) { return recvmmsg(fd, headers_.data(), most, flags, nullptr); }
    /// From the i-th on.
    int send(int fd, unsigned i) { return sendmmsg(fd, &headers_[i], size_ - i, 0); }

private:
    std::array<mmsghdr, most_at_once> headers_{};
    std::array<iovec, most_at_once> parts_{};
    unsigned size_ = 0;
};

class Echo {
public:
    explicit Echo(Server& server)
        : server_(server), messages_(server), datagrams_(server, messages_), bytes_(new char[most_at_once * largest]) {
        for (unsigned i = 0; i < most_at_once; ++i) received_.add(bytes_.get() + i * largest, largest, &peers_[i]);
    }

    [[noreturn]] void serve() {
        set_blocking(server_.fd());
        // It looks then whether it is to forget its peers.
        set_call_timeouts(server_.fd(), longest_wait_ns);
        for (;;) {
            const int n = received_.receive(server_.fd(), most_at_once, MSG_WAITFORONE);
            if (server_.must_forget()) forget();
            if (n > 0) answer(static_cast<unsigned>(n));
        }
    }

private:
    static constexpr std::size_t largest = 65'536;

    void answer(unsigned n) {
        answers_.clear();
        for (unsigned i = 0; i < n; ++i) {
            const ssize_t answer =
                datagrams_.received(peers_[i], received_.body(i), static_cast<ssize_t>(received_.bytes(i)));
            if (answer >= 0) answers_.add_answer(received_, i, static_cast<std::size_t>(answer));
        }
        for (unsigned sent = 0; sent < answers_.size();) {
            const int now = answers_.send(server_.fd(), sent);
            // The one that could not be sent is lost, and the client finds that out.
            sent += now > 0 ? static_cast<unsigned>(now) : 1;
        }
    }

    void forget() {
        datagrams_.forget();
        server_.forgot();
    }

    Server& server_;
    MessageCount messages_;
    EchoDatagrams datagrams_;
    std::unique_ptr<char[]> bytes_;
    std::array<Peer, most_at_once> peers_;
    Batch received_;
    Batch answers_;
};

void serve(Server& server) { std::make_unique<Echo>(server)->serve(); }

class Loop : public ClientLoop {
public:
    explicit Loop(std::vector<Connection>& connections) {
        for (Connection& connection : connections) poller_.add(connection.fd(), &connection);
    }

    void measure(Lane& lane) override {
        // One byte more than a message shows an answer that is too long.
        const std::size_t room = lane.traffic().message_bytes + 1;
        bytes_.resize(most_at_once * room);
        received_.clear();
        for (unsigned i = 0; i < most_at_once; ++i) received_.add(&bytes_[i * room], room);
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
    /// Whether there may be more.
    template <class Transmit>
    bool receive(Lane& lane, Connection& connection, Transmit& transmit) {
        const unsigned most = std::min(most_at_once, connection.slots.size());
        const int n = received_.receive(connection.fd(), most, MSG_DONTWAIT);
        if (n <= 0) return lane.received(connection, -1, transmit) != Arrival::nothing;
        std::size_t answers = 0;
        for (unsigned i = 0; i < static_cast<unsigned>(n); ++i) {
            if (!is_hello_answer(received_.body(i), received_.bytes(i)))
                deliveries_[answers++] = {received_.body(i), received_.bytes(i)};
        }
        lane.delivered(connection, deliveries_.data(), answers, transmit);
        return static_cast<unsigned>(n) == most;
    }

    void send(Lane& lane, Connection& connection) {
        const std::size_t bytes = lane.traffic().message_bytes;
        while (connection.outbox.pending() > 0) {
            const std::size_t n = std::min<std::size_t>(most_at_once, connection.outbox.pending() / bytes);
            sends_.clear();
            for (std::size_t i = 0; i < n; ++i)
                sends_.add(const_cast<char*>(connection.outbox.data()) + i * bytes, bytes);
            const int sent = sends_.send(connection.fd(), 0);
            if (sent > 0) {
                connection.outbox.sent(static_cast<std::size_t>(sent) * bytes);
            } else if (is_lost(errno)) {
                connection.outbox.sent(bytes);
            } else if (errno != EINTR) {
                if (errno != EAGAIN) lane.fail(connection, "sendmmsg", errno);
                return;
            }
        }
    }

    Poller poller_;
    std::vector<char> bytes_;
    Batch received_;
    Batch sends_;
    std::array<Delivery, most_at_once> deliveries_;
};

Stack describe() {
    Stack stack;
    stack.id = "cpp/udp-mmsg";
    stack.about = "UDP, up to 64 datagrams with one recvmmsg or sendmmsg; the server has one socket for all";
    stack.threading = "one thread on each side; the server waits in recvmmsg, the client in epoll_wait";
    stack.transport = Transport::udp;
    stack.waits = "block";
    stack.one_way = true;
    stack.serve = serve;
    stack.make_loop = make_loop<Loop>;
    return stack;
}

const Registration registration(describe());

}  // namespace
