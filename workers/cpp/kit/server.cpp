#include "kit/server.hpp"

#include <linux/filter.h>
#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <utility>

#include "kit/clock.hpp"
#include "kit/failure.hpp"

namespace pingmark {

namespace {

SocketOptions with_default_buffer(SocketOptions options, Transport transport) {
    if (!transport.is_stream && !options.receive_buffer_bytes)
        options.receive_buffer_bytes = default_datagram_receive_buffer_bytes;
    return options;
}

void set_on(int fd, int level, int option, const char* name) {
    const int on = 1;
    if (setsockopt(fd, level, option, &on, sizeof on) != 0) {
        throw Failure(describe_error(std::string("setsockopt ") + name, errno));
    }
}

void tell_asked_address(int fd, int family) {
    if (family == AF_INET6) {
        set_on(fd, IPPROTO_IPV6, IPV6_RECVPKTINFO, "IPV6_RECVPKTINFO");
    } else {
        set_on(fd, IPPROTO_IP, IP_PKTINFO, "IP_PKTINFO");
    }
}

void bind_to(int fd, const Address& address) {
    if (bind(fd, address.get(), address.size()) != 0) throw Failure(describe_error("bind " + address.text(), errno));
}

/// In a folder the kernel does not choose a free number.
void bind_in_folder(int fd, const Address& address) {
    constexpr std::uint16_t last = 65'535;
    if (address.port() != 0) return bind_to(fd, address);
    for (std::uint16_t number = 1; number < last; ++number) {
        const Address next = Address::in_folder(address.host(), number);
        if (bind(fd, next.get(), next.size()) == 0) return;
        if (errno != EADDRINUSE) throw Failure(describe_error("bind " + next.text(), errno));
    }
    throw Failure("bind " + address.host() + ": every number is taken");
}

/// Chooses a free port, and fails if another server has it, which sockets that share a port would not notice.
Address reserve(const Address& address) {
    const Socket alone = open_socket(address, Transport::udp);
    bind_to(alone.fd(), address);
    return Address::of_local_end(alone.fd());
}

/// Of sockets that share a port, the kernel prefers the one connected to the sender. For other senders this selects the
/// first socket, and never one that is bound but not yet connected.
void prefer_first(int fd) {
    sock_filter first{BPF_RET | BPF_K, 0, 0, 0};
    const sock_fprog program{1, &first};
    if (setsockopt(fd, SOL_SOCKET, SO_ATTACH_REUSEPORT_CBPF, &program, sizeof program) != 0) {
        throw Failure(describe_error("setsockopt SO_ATTACH_REUSEPORT_CBPF", errno));
    }
}

/// Waits for the condition. False: it was not met in time.
template <class Condition>
bool wait_until(std::int64_t at_most, Condition&& is_met) {
    constexpr int interval_ms = 1;
    for (const std::int64_t deadline = now_ns() + at_most; !is_met(); poll(nullptr, 0, interval_ms)) {
        if (now_ns() > deadline) return false;
    }
    return true;
}

}  // namespace

Server::Server(const Address& address, Transport transport, const SocketOptions& options, std::optional<Hello> hello,
               bool connects_peers)
    : peers_(transport.is_stream ? Peers::streams : Peers::datagrams),
      socket_(open_socket(address, transport)),
      options_(with_default_buffer(options, transport)),
      hello_(hello),
      is_local_(transport.is_local),
      connects_peers_(connects_peers && hello),
      is_at_any_address_(!transport.is_stream && address.is_wildcard()) {
    options_.apply(fd());
    if (transport.is_tcp) set_on(fd(), SOL_SOCKET, SO_REUSEADDR, "SO_REUSEADDR");
    if (connects_peers_) set_on(fd(), SOL_SOCKET, SO_REUSEPORT, "SO_REUSEPORT");
    if (is_at_any_address_) tell_asked_address(fd(), address.family());
    if (transport.is_local) {
        bind_in_folder(fd(), address);
    } else {
        bind_to(fd(), connects_peers_ ? reserve(address) : address);
    }
    if (connects_peers_) prefer_first(fd());
    constexpr int backlog = 4096;
    if (transport.is_stream && listen(fd(), backlog) != 0) {
        throw Failure(describe_error("listen " + address.text(), errno));
    }
}

void Server::disconnect() {
    if (peers_ != Peers::datagrams) wait_for_none(disconnect_patience_ns);
    if (peers_ == Peers::streams) {
        shut_down_streams();
    } else {
        let_peers_be_forgotten();
    }
    if (!wait_for_none(forget_patience_ns)) throw Failure(std::to_string(connections()) + " connections do not end");
}

bool Server::wait_for_none(std::int64_t patience_ns) const {
    return wait_until(patience_ns, [this] { return connections() == 0; });
}

/// Their threads close them, as if the clients had.
void Server::shut_down_streams() {
    const std::lock_guard<std::mutex> lock(mutex_);
    for (const int fd : streams_) shutdown(fd, SHUT_RDWR);
}

void Server::let_peers_be_forgotten() {
    must_forget_.store(true, std::memory_order_release);
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        if (wake_) wake_();
    }
    if (!wait_until(forget_patience_ns, [this] { return !must_forget(); }))
        throw Failure("the server's thread does not forget its peers");
}

void Server::opened(int fd) {
    const std::lock_guard<std::mutex> lock(mutex_);
    streams_.insert(fd);
    count_connections(+1);
}

void Server::closes(int fd) {
    const std::lock_guard<std::mutex> lock(mutex_);
    streams_.erase(fd);
    count_connections(-1);
}

void Server::wake_by(std::function<void()> wake) {
    const std::lock_guard<std::mutex> lock(mutex_);
    wake_ = std::move(wake);
}

Socket Server::open_for(const sockaddr* peer, socklen_t size) {
    try {
        const Address local = Address::of_local_end(fd());
        Socket own = open_socket(local, Transport::udp);
        options_.apply(own.fd());
        set_on(own.fd(), SOL_SOCKET, SO_REUSEPORT, "SO_REUSEPORT");
        bind_to(own.fd(), local);
        if (connect(own.fd(), peer, size) == 0) return own;
        print_no_room("connect", errno);
    } catch (const Failure&) {
        print_no_room("socket of a peer", errno);
    }
    return Socket();
}

int Server::accept(int flags) {
    if (rest_ns() > 0) return -1;
    for (;;) {
        const int accepted = accept4(fd(), nullptr, nullptr, flags | SOCK_CLOEXEC);
        if (accepted >= 0) {
            if (is_local_) options_.apply(accepted);
            return accepted;
        }
        if (errno == EAGAIN) return -1;
        // The connection ended while it waited; try the next one.
        if (errno == EINTR || errno == ECONNABORTED) continue;
        no_room("accept", errno);
        return -1;
    }
}

void Server::no_room(const char* call, int error) {
    print_no_room(call, error);
    rests_until_ = now_ns() + shortage_pause_ns;
}

std::int64_t Server::rest_ns() const {
    return rests_until_ == 0 ? 0 : std::max<std::int64_t>(0, rests_until_ - now_ns());
}

void Server::rest() const { poll(nullptr, 0, static_cast<int>(rest_ns() / millisecond) + 1); }

void Server::print_no_room(const char* call, int error) {
    if (printed_no_room_) return;
    printed_no_room_ = true;
    std::fprintf(stderr, "%s; connections wait, or are closed, until there is room\n",
                 describe_error(call, error).c_str());
}

void Server::remember_stranger(int stream) {
    sockaddr_storage peer{};
    socklen_t size = sizeof peer;
    auto* const any = reinterpret_cast<sockaddr*>(&peer);
    // A peer that has gone has no address, nor does the client's end of a local socket.
    if (getpeername(stream, any, &size) == 0 && any->sa_family != AF_UNIX) remember_stranger(Address::of(any, size));
}

void Server::remember_stranger(const Address& address) {
    const std::lock_guard<std::mutex> lock(mutex_);
    last_stranger_ = address;
}

std::string Server::last_stranger() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return last_stranger_ ? last_stranger_->text() : "";
}

std::uint64_t Server::messages() {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::uint64_t sum = ended_count_;
    for (const OwnLine& line : running_counts_) sum += line.counter.get();
    return sum;
}

MessageCount::MessageCount(Server& server) : server_(server) {
    const std::lock_guard<std::mutex> lock(server.mutex_);
    place_ = server.running_counts_.emplace(server.running_counts_.end());
}

MessageCount::~MessageCount() {
    const std::lock_guard<std::mutex> lock(server_.mutex_);
    server_.ended_count_ += place_->counter.get();
    server_.running_counts_.erase(place_);
}

}  // namespace pingmark
