#pragma once

#include <algorithm>

#include "kit/exchange.hpp"

namespace pingmark {

/// Takes what comes back of messages that go one way: an acknowledgement ends all that were sent before the message
/// that asked for it.
class Acknowledgements final : public Exchange {
public:
    explicit Acknowledgements(LaneState& lane) : Exchange(lane) {}

    void take(Connection& connection) override {
        const auto take_one = [&](const char* body, std::size_t bytes) { acknowledge(connection, body, bytes); };
        if (connection.is_datagram()) {
            take_datagram(connection, take_one);
        } else {
            take_stream(connection, take_one);
        }
    }

    void take(Connection& connection, const Delivery* messages, std::size_t n) override {
        for (std::size_t i = 0; i < n; ++i) acknowledge(connection, messages[i].body, messages[i].bytes);
    }

private:
    /// The peer counts what arrives. What it did not count is lost; which of the messages these are is not known, and
    /// the earliest are taken to be.
    void acknowledge(Connection& connection, const char* body, std::size_t bytes) {
        if (bytes != acknowledgement_bytes) {
            lane_.count(Stray::corrupt);
            return;
        }
        const std::uint32_t sequence = load_u32(body);
        if (!connection.slots.awaits(sequence)) {
            lane_.count(connection.slots.classify(sequence));
            return;
        }
        const std::uint32_t last = connection.slots.index_of(sequence);
        const Slots::Row row = connection.slots.row_up_to(last);
        const std::uint64_t arrived = load_u64(body + sequence_bytes);
        // At least the one that asked for it.
        const std::uint64_t new_ones = std::max<std::uint64_t>(1, arrived - connection.counted_by_peer);
        connection.counted_by_peer = arrived;
        if (new_ones > row.waiting && lane_.now >= lane_.window.plan().from)
            lane_.counts.late += new_ones - row.waiting;
        std::uint64_t lost = row.waiting - std::min<std::uint64_t>(row.waiting, new_ones);
        for (std::uint32_t slot = row.first;; slot = connection.slots.after(slot)) {
            if (connection.slots[slot].waiting) end(connection, slot, lost > 0 && lost-- > 0);
            if (slot == last) break;
        }
        if (lane_.sending) lane_.compose_at_once(connection);
    }

    void end(Connection& connection, std::uint32_t index, bool lost) {
        Slot& slot = connection.slots[index];
        connection.load->ended();
        connection.slots.vacate(index);
        --lane_.waiting;
        if (lost) {
            slot.waiting = false;
        } else {
            connection.slots.answer(slot);
            lane_.counts.matched.add(1);
        }
        if (!slot.counted) return;
        if (lost) {
            ++lane_.counts.lost;
        } else {
            ++lane_.counts.received;
            connection.received_counted = true;
            lane_.arrivals.add_acknowledged({slot.sent_at, slot.sent_at, lane_.now});
        }
        lane_.window.ended(lane_.now);
    }
};

}  // namespace pingmark
