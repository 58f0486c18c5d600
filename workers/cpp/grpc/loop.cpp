#include "loop.hpp"

#include <cerrno>
#include <cstring>

#include "kit/clock.hpp"
#include "kit/transmit.hpp"

namespace pingmark {

namespace {

/// gRPC wakes up to a millisecond late, and rounds its deadlines up to one.
constexpr std::int64_t grpc_is_late_by_ns = 3 * millisecond;

GrpcLink& link_of(const Connection& connection) { return static_cast<GrpcLink&>(*connection.link()); }

}  // namespace

GrpcLoop::GrpcLoop(std::vector<Connection>& connections) {
    for (Connection& connection : connections) {
        link_of(connection).connection = &connection;
        poller_.add(connection.fd(), nullptr);
    }
}

void GrpcLoop::measure(Lane& lane) {
    const auto transmit = [&](Connection& connection) {
        send_stream_by(lane, connection,
                       [&to = link_of(connection)](const char* data, std::size_t n) { return to.send(data, n); });
    };
    lane.start(transmit);
    do {
        // As many as can have ended by now: a pass over all of them. Where that was one, nobody is asked for a second.
        std::size_t left = calls_.under_way();
        Call* call = wait(lane);
        if (call == nullptr) lane.woke_for_nothing();
        while (call != nullptr) {
            take(lane, *call, transmit);
            call = left > 1 ? calls_.next() : nullptr;
            if (left > 0) --left;
        }
    } while (lane.goes_on(false, transmit));
}

/// The next call that has ended. Where messages have times of their own the last milliseconds before one are waited
/// for by the sockets, as gRPC would wake too late.
Call* GrpcLoop::wait(Lane& lane) {
    const std::int64_t wait_ns = lane.wait_ns();
    if (!lane.timed()) return wait_ns > 0 ? calls_.next_within(wait_ns) : calls_.next();
    if (wait_ns > grpc_is_late_by_ns) return calls_.next_within(wait_ns - grpc_is_late_by_ns);
    if (wait_ns > 0) {
        if (Call* const call = calls_.next()) return call;
        poller_.wait(wait_ns);
    }
    return calls_.next();
}

template <class Transmit>
void GrpcLoop::take(Lane& lane, Call& call, Transmit& transmit) {
    Connection& connection = *static_cast<Connection*>(call.link.connection);
    const std::string& answer = call.answer();
    ssize_t bytes = 0;  // as where the connection has ended
    if (call.is_ok() && !answer.empty() && answer.size() < connection.inbox.room()) {
        std::memcpy(connection.inbox.space(), answer.data(), answer.size());
        bytes = static_cast<ssize_t>(answer.size());
    } else if (call.is_ok()) {
        errno = EPROTO;
        bytes = -1;
    }
    // Free for what is sent next.
    call.give_back();
    lane.received(connection, bytes, transmit);
}

}  // namespace pingmark
