#pragma once

#include <algorithm>
#include <cstdint>

#include "kit/exchange.hpp"

namespace pingmark {

/// Takes the answers to one-way messages: an acknowledgement ends all messages sent up to the one that asked for it.
class Acknowledgements final : public ExchangeOf<Acknowledgements> {
public:
    using ExchangeOf::ExchangeOf;

    /// The peer counts what arrives; the rest is lost. Which messages these are is unknown: the earliest are assumed.
    void take_message(Connection& connection, const char* body, std::size_t bytes) {
        if (bytes != acknowledgement_bytes) return lane_.count(Stray::corrupt);
        const std::uint32_t sequence = load_u32(body);
        if (!connection.slots.awaits(sequence)) return lane_.count(connection.slots.classify(sequence));
        const std::uint32_t last = connection.slots.index_of(sequence);
        const Slots::Row row = connection.slots.row_up_to(last);
        const std::uint64_t arrived = load_u64(body + sequence_bytes);
        // At least the message that asked has arrived.
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

private:
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
