#pragma once

// The measured path of a lane: receive, clock, match, compose, send, and only then verify and record.

#include "kit/lane.hpp"

namespace pingmark {

template <class Clock>
template <class Transmit>
inline Arrival LaneOf<Clock>::received(Connection& connection, ssize_t n, Transmit&& transmit) {
    if (n > 0 || (n == 0 && connection.is_datagram())) {
        now_ = Clock::now();
        const bool full = static_cast<std::size_t>(n) == connection.inbox.room();
        connection.inbox.received(static_cast<std::size_t>(n));
        if (traffic_.one_way) {
            settle_one_way(connection, transmit);
        } else {
            if (connection.is_datagram()) {
                take_datagram(connection);
            } else if (snapshots_) {
                take_stream(connection,
                            [&](const char* body, std::size_t bytes) { take_or_snapshot(connection, body, bytes); });
            } else {
                take_stream(connection, [&](const char* body, std::size_t bytes) { take(connection, body, bytes); });
            }
            settle(connection, transmit);
        }
        return full ? Arrival::full : Arrival::some;
    }
    if (n == 0) {
        fail(connection, "closed by the peer");
    } else if (errno != EAGAIN && errno != EINTR) {
        fail(connection, "recv", errno);
    }
    return Arrival::nothing;
}

template <class Clock>
template <class Transmit>
inline void LaneOf<Clock>::delivered(Connection& connection, const Delivery* messages, std::size_t n,
                                     Transmit&& transmit) {
    now_ = Clock::now();
    if (traffic_.one_way) {
        settle_one_way(connection, messages, n, transmit);
        return;
    }
    for (std::size_t i = 0; i < n; ++i) take_message(connection, messages[i].body, messages[i].bytes);
    settle(connection, transmit);
}

template <class Clock>
template <class Transmit>
inline void LaneOf<Clock>::settle(Connection& connection, Transmit& transmit) {
    if (connection.outbox.pending() > 0) transmit(connection);
    if (is_due()) send_due(transmit);
    verify(connection);
}

template <class Clock>
template <class Take>
inline void LaneOf<Clock>::take_stream(Connection& connection, Take&& take_message) {
    const char* body;
    std::size_t bytes;
    for (;;) {
        switch (connection.next_in_stream(body, bytes)) {
            case Connection::Next::message:
                take_message(body, bytes);
                break;
            case Connection::Next::incomplete:
                return;
            case Connection::Next::broken:
                fail(connection, "the peer sent a frame with an impossible length");
                return;
        }
    }
}

template <class Clock>
inline void LaneOf<Clock>::take_datagram(Connection& connection) {
    const char* body = connection.inbox.data();
    const std::size_t bytes = connection.inbox.available();
    connection.inbox.consume(bytes);
    if (!is_hello_answer(body, bytes)) take_message(connection, body, bytes);
}

template <class Clock>
inline void LaneOf<Clock>::take_message(Connection& connection, const char* body, std::size_t bytes) {
    if (snapshots_) {
        take_or_snapshot(connection, body, bytes);
    } else {
        take_whole(connection, body, bytes);
    }
}

template <class Clock>
inline void LaneOf<Clock>::take_whole(Connection& connection, const char* body, std::size_t bytes) {
    if (bytes >= sequence_bytes) {
        take(connection, body, bytes);
    } else {
        count(Stray::corrupt);
    }
}

/// An answer that no message waits for is counted by the time at which it came.
template <class Clock>
void LaneOf<Clock>::count(Stray stray) {
    const Window& plan = window_.plan();
    if (now_ < plan.from) return;
    if (stray == Stray::late) {
        ++counts_.faults.late;
    } else if (stray == Stray::duplicated) {
        ++counts_.faults.duplicated;
    } else if (plan.ends_by_time() ? now_ < plan.to : !window_.over(now_) || !counted_have_ended()) {
        ++counts_.faults.corrupt;
    }
}

template <class Clock>
inline void LaneOf<Clock>::take(Connection& connection, const char* body, std::size_t bytes) {
    const std::uint32_t sequence = load_u32(body);
    if (!connection.slots.awaits(sequence)) {
        // One whose sequence number was changed may have that of an earlier message, and has not its content.
        count(connection.verify(body, bytes) ? connection.slots.classify(sequence) : Stray::corrupt);
        return;
    }
    const std::uint32_t index = connection.slots.index_of(sequence);
    Slot& slot = connection.slots[index];
    connection.slots.answer(slot);
    if (connection.slots.overtaken(slot) && slot.counted) ++counts_.faults.reordered;
    answers_.push_back({body, bytes, slot.intended_at, slot.sent_at, now_, slot.counted});
    counts_.matched.add(1);
    --waiting_;
    if (slot.counted) {
        connection.received_counted = true;
        ++counts_.received;
        window_.ended(now_);
    }
    connection.load->ended();
    send_again(connection, index);
}

/// An answer has left the slot free. A load without times uses it at once, and after it those that were vacant already;
/// a timed one puts it behind those.
template <class Clock>
inline void LaneOf<Clock>::send_again(Connection& connection, std::uint32_t slot) {
    if (timed_ || !sending_ || connection.load->due() != Load::at_once || !compose(connection, slot, now_)) {
        connection.slots.vacate(slot);
        if (connection.awaits_slot) plan(connection);
        return;
    }
    while (connection.slots.vacant() != Slots::none && connection.load->due() == Load::at_once) {
        if (!compose_in_vacant(connection, now_)) return;
    }
}

/// Composes with the clock reading that the lane has; where there is no room the slot stays empty until losses are
/// looked for.
template <class Clock>
inline bool LaneOf<Clock>::compose(Connection& connection, std::uint32_t slot, std::int64_t intended) {
    const bool counted = window_.counts(intended);
    if (!connection.compose(slot, intended, now_, counted)) return false;
    ++waiting_;
    connection.load->sent();
    if (counted) {
        connection.sent_counted = true;
        window_.sent(now_);
    }
    return true;
}

template <class Clock>
inline bool LaneOf<Clock>::compose_in_vacant(Connection& connection, std::int64_t intended) {
    if (!compose(connection, connection.slots.vacant(), intended)) return false;
    connection.slots.take_vacant();
    return true;
}

template <class Clock>
inline void LaneOf<Clock>::verify(Connection& connection) {
    for (const Answer& answer : answers_) {
        if (log_ && answer.counted) log(connection, answer.sent_at, answer.arrived_at);
        if (!connection.verify(answer.body, answer.bytes)) {
            if (answer.counted) ++counts_.faults.corrupt;
        } else if (answer.counted) {
            counts_.round_trips.record(answer.arrived_at - answer.intended_at);
            if (!timed_) continue;
            counts_.timed->uncorrected.record(answer.arrived_at - answer.sent_at);
            counts_.timed->send_lateness.record(answer.sent_at - answer.intended_at);
        }
    }
    answers_.clear();
    connection.inbox.compact();
}

}  // namespace pingmark
