#pragma once

// Messages that go one way: an acknowledgement ends all that were sent before the message that asked for it.

#include "kit/lane.hpp"

namespace pingmark {

template <class Clock>
template <class Transmit>
void LaneOf<Clock>::settle_one_way(Connection& connection, Transmit& transmit) {
    if (connection.is_datagram()) {
        const Delivery whole{connection.inbox.data(), connection.inbox.available()};
        connection.inbox.consume(whole.bytes);
        settle_one_way(connection, &whole, is_hello_answer(whole.body, whole.bytes) ? 0 : 1, transmit);
    } else {
        take_stream(connection, [&](const char* body, std::size_t bytes) { acknowledge(connection, body, bytes); });
        settle_one_way(connection, nullptr, 0, transmit);
    }
    connection.inbox.compact();
}

template <class Clock>
template <class Transmit>
void LaneOf<Clock>::settle_one_way(Connection& connection, const Delivery* messages, std::size_t n,
                                   Transmit& transmit) {
    for (std::size_t i = 0; i < n; ++i) acknowledge(connection, messages[i].body, messages[i].bytes);
    if (connection.outbox.pending() > 0) transmit(connection);
    record_acknowledged();
}

/// The peer counts what arrives. What it did not count is lost; which of the messages these are is not known, and the
/// earliest are taken to be.
template <class Clock>
void LaneOf<Clock>::acknowledge(Connection& connection, const char* body, std::size_t bytes) {
    if (bytes != acknowledgement_bytes) {
        count(Stray::corrupt);
        return;
    }
    const std::uint32_t sequence = load_u32(body);
    if (!connection.slots.awaits(sequence)) {
        count(connection.slots.classify(sequence));
        return;
    }
    const std::uint32_t last = connection.slots.index_of(sequence);
    const Slots::Row row = connection.slots.row_up_to(last);
    const std::uint64_t arrived = load_u64(body + sequence_bytes);
    // At least the one that asked for it.
    const std::uint64_t new_ones = std::max<std::uint64_t>(1, arrived - connection.arrived);
    connection.arrived = arrived;
    if (new_ones > row.waiting && now_ >= window_.plan().from) counts_.faults.late += new_ones - row.waiting;
    std::uint64_t lost = row.waiting - std::min<std::uint64_t>(row.waiting, new_ones);
    for (std::uint32_t slot = row.first;; slot = connection.slots.after(slot)) {
        if (connection.slots[slot].waiting) end(connection, slot, lost > 0 && lost-- > 0);
        if (slot == last) break;
    }
    while (sending_ && connection.slots.vacant() != Slots::none && connection.load->due() == Load::at_once) {
        if (!compose_in_vacant(connection, now_)) return;
    }
}

template <class Clock>
void LaneOf<Clock>::end(Connection& connection, std::uint32_t index, bool lost) {
    Slot& slot = connection.slots[index];
    connection.load->ended();
    connection.slots.vacate(index);
    --waiting_;
    if (lost) {
        slot.waiting = false;
    } else {
        connection.slots.answer(slot);
        counts_.matched.add(1);
    }
    if (!slot.counted) return;
    if (lost) {
        ++counts_.lost;
    } else {
        ++counts_.received;
        connection.received_counted = true;
        acknowledged_.push_back(slot.sent_at);
    }
    window_.ended(now_);
}

/// When the next messages are on their way.
template <class Clock>
void LaneOf<Clock>::record_acknowledged() {
    for (const std::int64_t sent_at : acknowledged_) counts_.round_trips.record(now_ - sent_at);
    acknowledged_.clear();
}

}  // namespace pingmark
