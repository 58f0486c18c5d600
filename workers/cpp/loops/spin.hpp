#pragma once

// The client's busy loop: one thread polls all connections, and never waits.

#include <sys/types.h>

#include "kit/stack.hpp"
#include "kit/transmit.hpp"

namespace pingmark {

/// `receive(connection, transmit)` returns what it brought.
template <class Transmit, class Receive>
void spin(Lane& lane, Transmit transmit, Receive receive) {
    bool more;
    lane.start(transmit);
    do {
        more = false;
        for (Connection& connection : lane.connections()) {
            if (connection.outbox.pending() > 0) transmit(connection);
            const Arrival arrival = receive(connection, transmit);
            if (arrival == Arrival::nothing) lane.polled_in_vain(transmit);
            if (arrival == Arrival::full) more = true;
        }
    } while (lane.goes_on(more, transmit));
}

/// `Calls::receive` receives once, and `send` sends what the outbox holds.
template <class Calls>
class SpinLoop : public ClientLoop {
public:
    void measure(Lane& lane) override {
        spin(
            lane, [&](Connection& connection) { Calls::send(lane, connection); },
            [&](Connection& connection, auto& transmit) {
                return lane.received(connection, Calls::receive(connection), transmit);
            });
    }
};

}  // namespace pingmark
