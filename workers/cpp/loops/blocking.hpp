#pragma once

#include <poll.h>
#include <sys/socket.h>

#include <cstdint>
#include <ctime>
#include <vector>

#include "kit/constants.hpp"
#include "kit/lane.hpp"
#include "kit/stack.hpp"

namespace pingmark {

/// Receives in a thread with one connection. The receive call itself waits, unless its timeout, a multiple of the
/// kernel's tick, is too coarse. `is_idle`: the last call brought nothing.
inline ssize_t receive_blocking(Lane& lane, Connection& connection, bool is_idle) {
    int flags = 0;
    const std::int64_t wait = lane.wait_ns();
    if (is_idle || lane.timed() || wait < longest_wait_ns) {
        pollfd polled{connection.fd(), POLLIN, 0};
        const timespec timeout{0, wait};
        if (wait > 0) ppoll(&polled, 1, &timeout, nullptr);
        flags = MSG_DONTWAIT;
    }
    return recv(connection.fd(), connection.inbox.space(), connection.inbox.room(), flags);
}

/// The client's loop with a thread for each connection, and blocking calls. `send` sends what the outbox holds. After
/// an arrival of at least `behind`, more may be waiting.
template <auto send, Arrival behind>
class BlockingLoop : public ClientLoop {
public:
    explicit BlockingLoop(std::vector<Connection>& connections) {
        set_blocking(connections.front().fd());
        set_call_timeouts(connections.front().fd(), longest_wait_ns);
    }

    void measure(Lane& lane) override {
        Connection& connection = lane.connections().front();
        const auto transmit = [&](Connection& to) { send(lane, to); };
        Arrival arrival = Arrival::some;
        lane.start(transmit);
        do {
            if (connection.outbox.pending() > 0) transmit(connection);
            const bool is_idle = arrival == Arrival::nothing;
            arrival = lane.received(connection, receive_blocking(lane, connection, is_idle), transmit);
            if (arrival == Arrival::nothing) lane.woke_for_nothing();
        } while (lane.goes_on(arrival >= behind, transmit));
    }
};

}  // namespace pingmark
