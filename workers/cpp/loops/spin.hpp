#pragma once

// One thread on the client's side that asks all streams in turn, without ever waiting.

#include <sys/types.h>

#include "kit/stack.hpp"
#include "kit/transmit.hpp"

namespace pingmark {

/// `Calls` receives once, and sends what the outbox holds.
template <class Calls>
class SpinLoop : public ClientLoop {
public:
    void measure(Lane& lane) override {
        const auto transmit = [&](Connection& connection) { Calls::send(lane, connection); };
        bool more;
        lane.start(transmit);
        do {
            more = false;
            for (Connection& connection : lane.connections()) {
                if (connection.outbox.pending() > 0) transmit(connection);
                const ssize_t n = Calls::receive(connection);
                const Arrival arrival = lane.received(connection, n, transmit);
                if (arrival == Arrival::nothing) lane.polled_in_vain(transmit);
                if (arrival == Arrival::full) more = true;
            }
        } while (lane.goes_on(more, transmit));
    }
};

}  // namespace pingmark
