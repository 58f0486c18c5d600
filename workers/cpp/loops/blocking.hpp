#pragma once

#include <vector>

#include "kit/blocking_receive.hpp"
#include "kit/stack.hpp"

namespace pingmark {

/// The client's loop where each connection has a thread, and calls block. `send` sends what the outbox holds; behind an
/// arrival of `behind`, or more, there may be others.
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
