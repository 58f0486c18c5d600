#include "kit/churn_loop.hpp"

#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>

#include "kit/clock.hpp"

namespace pingmark {

namespace {

/// The call timed out.
bool is_nothing_yet(int error) {
    return error == EAGAIN || error == EINPROGRESS || error == ETIMEDOUT || error == EINTR;
}

}  // namespace

ChurnLoop::ChurnLoop(const ConnectPlan& plan, const Traffic& traffic)
    : plan_(plan),
      greeting_bytes_(plan.hello ? length_bytes + sizeof hello_answer : 0),
      answer_(greeting_bytes_ + traffic.message_bytes, '\0') {
    if (!plan.hello) return;
    hello_.resize(length_bytes);
    store_u32(hello_.data(), hello_bytes);
    hello_.append(plan.hello->bytes, hello_bytes);
}

void ChurnLoop::measure(Lane& lane) {
    Connection& connection = lane.connections().front();
    Counts& counts = lane.counts();
    const auto transmit = [&](Connection& to) { send(lane, to); };
    lane.start(transmit);
    do {
        const ssize_t bytes = receive(lane, connection);
        const Times times = times_;
        const std::uint64_t received_before = counts.received;
        if (lane.received(connection, bytes, transmit) == Arrival::nothing) lane.woke_for_nothing();
        if (counts.received == received_before) continue;
        counts.connects->record(times.connected - times.began);
        counts.first_bytes->record(times.first_byte - times.began);
    } while (lane.goes_on(false, transmit));
    fresh_ = Socket();
}

/// A message that cannot be sent in time is lost, which the lane detects.
void ChurnLoop::send(Lane& lane, Connection& connection) {
    const std::size_t bytes = connection.outbox.pending();
    if (bytes == 0) return;
    request_.assign(hello_).append(connection.outbox.data(), bytes);
    connection.outbox.sent(bytes);
    answered_ = 0;
    times_.began = now_ns();
    if (!connect(lane, connection)) return;
    times_.connected = now_ns();
    const ssize_t sent = ::send(fresh_.fd(), request_.data(), request_.size(), MSG_NOSIGNAL);
    if (sent < 0 && !is_nothing_yet(errno)) fail(lane, connection, "send", errno);
}

bool ChurnLoop::connect(Lane& lane, Connection& connection) {
    fresh_ = Socket();  // first, so that one descriptor is enough
    fresh_ = open_socket(plan_.address, plan_.transport);
    set_blocking(fresh_.fd());
    set_call_timeouts(fresh_.fd(), longest_wait_ns);
    plan_.options.apply(fresh_.fd());
    for (const std::int64_t deadline = times_.began + second;;) {
        if (::connect(fresh_.fd(), plan_.address.get(), plan_.address.size()) == 0 || errno == EISCONN) return true;
        if (is_nothing_yet(errno) || errno == EALREADY) {
            if (now_ns() < deadline) continue;
        } else {
            fail(lane, connection, "connect", errno);
        }
        fresh_ = Socket();
        return false;
    }
}

/// Puts the whole answer into the connection's inbox; -1: it has not come yet.
ssize_t ChurnLoop::receive(Lane& lane, Connection& connection) {
    if (fresh_.fd() < 0) {
        poll(nullptr, 0, 1);  // until the message is found lost
        errno = EAGAIN;
        return -1;
    }
    while (answered_ < answer_.size()) {
        const ssize_t n = recv(fresh_.fd(), answer_.data() + answered_, answer_.size() - answered_, 0);
        if (n <= 0) return n;
        if (answered_ == 0) times_.first_byte = now_ns();
        answered_ += static_cast<std::size_t>(n);
    }
    fresh_ = Socket();
    if (greeting_bytes_ > 0 && std::memcmp(answer_.data() + length_bytes, hello_answer, sizeof hello_answer) != 0)
        lane.fail(connection, "the answer to the hello is not PMOK");
    const std::size_t message_bytes = answer_.size() - greeting_bytes_;
    std::memcpy(connection.inbox.space(), answer_.data() + greeting_bytes_, message_bytes);
    return static_cast<ssize_t>(message_bytes);
}

void ChurnLoop::fail(Lane& lane, Connection& connection, const std::string& call, int error) {
    if (error != EADDRNOTAVAIL) {
        lane.fail(connection, call.c_str(), error);
        return;
    }
    lane.fail(connection,
              "connect: no local port is free, as those of ended connections rest (TIME_WAIT); widen "
              "net.ipv4.ip_local_port_range, or set net.ipv4.tcp_tw_reuse=1");
}

}  // namespace pingmark
