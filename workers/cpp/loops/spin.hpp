#pragma once

// One thread on the client's side that looks after all of its connections without ever waiting.

#include <sys/types.h>

#include <cstddef>
#include <optional>
#include <vector>

#include "kit/poller.hpp"
#include "kit/stack.hpp"
#include "kit/transmit.hpp"

namespace pingmark {

/// Asks all connections in turn.
struct AllInTurn {
    template <class Ask>
    std::size_t ask(Lane& lane, Ask&& ask) {
        for (Connection& connection : lane.connections()) ask(connection);
        return lane.connections().size();
    }
    bool left_some() const { return false; }
    void sent(Connection&) {}
};

/// Asks those that the kernel names. Of many connections most have nothing, and a call to each of them would keep what
/// has arrived waiting: 1,000 calls take 250 us.
class NamedByKernel {
public:
    explicit NamedByKernel(std::vector<Connection>& connections) {
        for (Connection& connection : connections) poller_.add(connection.fd(), &connection);
    }

    template <class Ask>
    std::size_t ask(Lane&, Ask&& ask) {
        const std::size_t n = poller_.wait(0);
        for (std::size_t i = 0; i < n; ++i) ask(*static_cast<Connection*>(poller_.events[i].data.ptr));
        left_some_ = n == poller_.events.size();
        return n;
    }

    /// Whether more may have had something than were named.
    bool left_some() const { return left_some_; }

    /// One that could not send all is named as soon as there is room.
    void sent(Connection& connection) {
        const bool wants_room = connection.outbox.pending() > 0;
        if (connection.wants_room == wants_room) return;
        connection.wants_room = wants_room;
        poller_.change(connection.fd(), wants_room ? EPOLLIN | EPOLLOUT : EPOLLIN, &connection);
    }

private:
    Poller poller_;
    bool left_some_ = false;
};

/// Who is asked: all of a few sockets, those of many that the kernel names.
class Turns {
public:
    explicit Turns(std::vector<Connection>& connections) {
        if (connections.size() > few) named_.emplace(connections);
    }

    /// Calls `loop` with who is asked.
    template <class Loop>
    void choose(Loop&& loop) {
        AllInTurn all;
        named_ ? loop(*named_) : loop(all);
    }

private:
    /// So many calls that bring nothing take as long as two or three that name who has something.
    static constexpr std::size_t few = 16;

    std::optional<NamedByKernel> named_;
};

/// Asks connections until the measurement is over. `receive(connection, transmit)` says what it brought.
template <class Asked, class Transmit, class Receive>
void spin(Lane& lane, Asked& asked, Transmit transmit, Receive receive) {
    auto send = [&](Connection& connection) {
        transmit(connection);
        asked.sent(connection);
    };
    bool more;
    lane.start(send);
    do {
        more = false;
        const std::size_t n = asked.ask(lane, [&](Connection& connection) {
            if (connection.outbox.pending() > 0) send(connection);
            const Arrival arrival = receive(connection, send);
            if (arrival == Arrival::nothing) lane.polled_in_vain(send);
            if (arrival == Arrival::full) more = true;
        });
        if (n == 0) lane.polled_in_vain(send);
        more |= asked.left_some();
    } while (lane.goes_on(more, send));
}

/// `Calls` receives once, and sends what the outbox holds.
template <class Calls>
class SpinLoop : public ClientLoop {
public:
    explicit SpinLoop(std::vector<Connection>& connections) : turns_(connections) {}

    void measure(Lane& lane) override {
        turns_.choose([&](auto& asked) {
            spin(
                lane, asked, [&](Connection& connection) { Calls::send(lane, connection); },
                [&](Connection& connection, auto& transmit) {
                    return lane.received(connection, Calls::receive(connection), transmit);
                });
        });
    }

private:
    Turns turns_;
};

}  // namespace pingmark
