#pragma once

#include <algorithm>

#include "kit/schedule.hpp"

namespace pingmark {

/// Sends whenever a slot is free: what frees a slot sends the next message. So the lane is never due.
template <class Clock>
class UntimedSchedule final : public Schedule {
public:
    explicit UntimedSchedule(LaneState& lane) : lane_(lane) { lane.next_due = Load::never; }

    void begin(const Transmission& transmit) override { check(transmit); }

    void send_due(const Transmission&) override {}

    /// Sends the first messages of some more connections.
    bool check(const Transmission& transmit) override {
        if (!lane_.sending) return false;
        const std::size_t end = std::min(filled_ + connections_filled_per_pass, lane_.connections.size());
        for (; filled_ < end; ++filled_) fill(lane_.connections[filled_], transmit);
        return filled_ < lane_.connections.size();
    }

    /// After the window a lost message's slot stays empty: what is sent there now would only delay the result.
    bool refills() const override { return !lane_.window.over(lane_.now); }

    bool refill(const Transmission& transmit) override {
        bool all_have_room = true;
        for (Connection& connection : lane_.connections) {
            if (!fills()) break;
            if (!fill(connection, transmit)) all_have_room = false;
        }
        return all_have_room;
    }

private:
    /// What goes one way ends when the last message of its part has been sent, be it after the window.
    bool fills() const {
        return lane_.sending && (refills() || (lane_.traffic.one_way && !lane_.counted_have_ended()));
    }

    /// Sends what may go; the clock is read once for each call. False when the peer has to read first: what it has not
    /// taken would pile up here.
    bool fill(Connection& connection, const Transmission& transmit) {
        if (connection.outbox.pending() > 0) return false;
        const std::uint32_t of_a_call = connection.is_datagram() ? 1 : connection.sends.messages;
        bool takes_more = true;  // a full socket is asked once: where calls block, each further one would wait in vain
        std::uint32_t left = 0;  // of the next call
        while (connection.slots.vacant() != Slots::none && connection.load->due() == Load::at_once) {
            if (left == 0) {
                lane_.now = Clock::now();
                left = takes_more ? of_a_call : Sends::all;
            }
            if (!lane_.compose_in_vacant(connection, lane_.now)) break;
            if (--left > 0) continue;
            transmit(connection);
            takes_more = connection.outbox.pending() == 0;
        }
        if (takes_more && connection.outbox.pending() > 0) transmit(connection);
        return true;
    }

    LaneState& lane_;
    std::size_t filled_ = 0;
};

}  // namespace pingmark
