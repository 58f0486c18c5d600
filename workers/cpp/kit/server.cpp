#include "kit/server.hpp"

#include <poll.h>

#include <cerrno>
#include <cstdio>

#include "kit/failure.hpp"

namespace pingmark {

namespace {

SocketOptions with_default_buffer(SocketOptions options, Transport transport) {
    if (transport == Transport::udp && !options.receive_buffer_bytes)
        options.receive_buffer_bytes = datagram_server_buffer;
    return options;
}

}  // namespace

Server::Server(const Address& address, Transport transport, const SocketOptions& options, std::optional<Hello> hello)
    : socket_(open_socket(address, transport)), hello_(hello) {
    with_default_buffer(options, transport).apply(fd());
    const int on = 1;
    if (transport == Transport::tcp && setsockopt(fd(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0) {
        throw Failure(describe_error("setsockopt SO_REUSEADDR", errno));
    }
    if (bind(fd(), address.get(), address.size()) != 0) throw Failure(describe_error("bind " + address.text(), errno));
    constexpr int backlog = 4096;
    if (transport == Transport::tcp && listen(fd(), backlog) != 0) {
        throw Failure(describe_error("listen " + address.text(), errno));
    }
}

int Server::accept(int flags) {
    for (;;) {
        const int accepted = accept4(fd(), nullptr, nullptr, flags | SOCK_CLOEXEC);
        if (accepted >= 0) return accepted;
        if (errno == EAGAIN) return -1;
        // A connection that ended while it waited is none; the next one may be good.
        if (errno == EINTR || errno == ECONNABORTED) continue;
        tell_no_room("accept", errno);
        poll(nullptr, 0, no_room_pause_ms);
        return -1;
    }
}

void Server::tell_no_room(const char* call, int error) {
    if (told_no_room_) return;
    told_no_room_ = true;
    std::fprintf(stderr, "%s; connections wait, or are closed, until there is room\n",
                 describe_error(call, error).c_str());
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
