#pragma once

// The measured path of a session: receive, clock, match, compose, send, and only then verify and record.

#include "kit/session.hpp"

namespace pingmark {

template <class Transmit>
inline Arrival Session::received(Link& link, ssize_t n, Transmit&& transmit) {
    if (n > 0 || (n == 0 && link.is_datagram())) {
        now_ = now_ns();
        const bool full = static_cast<std::size_t>(n) == link.inbox.room();
        link.inbox.received(static_cast<std::size_t>(n));
        if (link.is_datagram()) {
            take_datagram(link);
        } else {
            take_stream(link);
        }
        if (link.outbox.pending() > 0) transmit(link);
        verify(link);
        return full ? Arrival::full : Arrival::some;
    }
    if (n == 0) {
        fail(link, "closed by the peer");
    } else if (errno != EAGAIN && errno != EINTR) {
        fail(link, "recv", errno);
    }
    return Arrival::nothing;
}

template <class Transmit>
inline void Session::delivered(Link& link, const Delivery* messages, std::size_t n, Transmit&& transmit) {
    now_ = now_ns();
    for (std::size_t i = 0; i < n; ++i) take_whole(link, messages[i].body, messages[i].bytes);
    if (link.outbox.pending() > 0) transmit(link);
    verify(link);
}

inline void Session::take_stream(Link& link) {
    const char* body;
    std::size_t bytes;
    for (;;) {
        switch (link.next_in_stream(body, bytes)) {
            case Link::Next::message:
                take(link, body, bytes);
                break;
            case Link::Next::incomplete:
                return;
            case Link::Next::broken:
                fail(link, "the peer sent a frame with an impossible length");
                return;
        }
    }
}

inline void Session::take_datagram(Link& link) {
    const char* body = link.inbox.data();
    const std::size_t bytes = link.inbox.available();
    link.inbox.consume(bytes);
    const bool hello_again = bytes == sizeof hello_answer && std::memcmp(body, hello_answer, bytes) == 0;
    if (!hello_again) take_whole(link, body, bytes);
}

inline void Session::take_whole(Link& link, const char* body, std::size_t bytes) {
    if (bytes >= sequence_bytes) {
        take(link, body, bytes);
    } else {
        ++tally_.faults.corrupt;
    }
}

inline void Session::take(Link& link, const char* body, std::size_t bytes) {
    const std::uint32_t sequence = load_u32(body);
    if (!link.slots.awaits(sequence)) {
        tally_.faults.add(bytes == load_.body_bytes() ? link.slots.classify(sequence) : Stray::corrupt);
        return;
    }
    const std::uint32_t index = link.slots.index_of(sequence);
    Slot& slot = link.slots[index];
    link.slots.answer(slot);
    if (link.slots.overtaken(slot)) ++tally_.faults.reordered;
    answers_.push_back({body, bytes, now_ - slot.sent_at, slot.counted});
    tally_.matched.add(1);
    --waiting_;
    if (slot.counted) {
        link.received_counted = true;
        tally_.received.add(1);
        counting_.ended(now_);
    }
    if (sending_) send_next(link, index);
}

/// Composes with the clock reading that the lane has; a slot that finds no room stays empty until losses are looked
/// for.
inline void Session::send_next(Link& link, std::uint32_t slot) {
    const bool counted = counting_.counts(now_);
    if (!link.compose(slot, now_, counted)) return;
    ++waiting_;
    if (counted) {
        link.sent_counted = true;
        counting_.sent(now_);
    }
}

inline void Session::verify(Link& link) {
    for (const Answer& answer : answers_) {
        if (!link.verify(answer.body, answer.bytes)) {
            ++tally_.faults.corrupt;
        } else if (answer.counted) {
            tally_.record(answer.round_trip);
        }
    }
    answers_.clear();
    link.inbox.compact();
}

}  // namespace pingmark
