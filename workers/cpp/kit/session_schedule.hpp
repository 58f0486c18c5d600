#pragma once

// What a session does now and then: lost messages, the end of the window, the end of the load.

#include <algorithm>

#include "kit/session.hpp"

namespace pingmark {

constexpr std::int64_t look_interval = 10 * millisecond;

template <class Transmit>
inline void Session::start(Transmit&& transmit) {
    sending_ = refilling_ = true;
    done_ = false;
    due_ = 0;
    postponed_ = 0;
    check_at_ = 0;
    now_ = now_ns();
    for (Link& link : links_) {
        transmit(link);  // what a peer that did not read has left of the last measurement
        fill(link, transmit);
    }
    look_at_ = now_ + look_interval;
}

template <class Transmit>
bool Session::check(bool more, Transmit& transmit) {
    if (control_.failed()) return false;
    // A message sent now into a slot whose message was lost cannot be counted, and would only delay the result.
    if (counting_.over(now_)) refilling_ = false;

    // A message is lost only if it was due at a time before a whole pass over the links: after the process was stopped
    // for a while, the clock has jumped, but answers are waiting in the sockets.
    constexpr unsigned longest_postponement = 64;
    if (due_ == 0) {
        if (now_ >= look_at_) due_ = now_;
    } else if (!more || ++postponed_ == longest_postponement) {
        look_for_losses(due_, transmit);
        due_ = 0;
        postponed_ = 0;
    }

    const std::uint64_t ended = tally_.received.get() + tally_.lost.get();
    if (!done_ && counting_.over(now_) && counting_.sent() == ended) {
        done_ = true;
        control_.done();
    }
    if (done_ && control_.stopped()) {
        sending_ = refilling_ = false;
        if (waiting_ == 0) return false;
    }
    check_at_ = due_ != 0 ? 0 : now_ + look_interval;
    return true;
}

template <class Transmit>
void Session::look_for_losses(std::int64_t time, Transmit& transmit) {
    std::int64_t oldest = time;
    bool all_filled = true;
    for (Link& link : links_) {
        for (std::uint32_t i = 0; i < link.slots.size(); ++i) {
            Slot& slot = link.slots[i];
            if (!slot.waiting) continue;
            if (slot.sent_at + load_.lost_after <= time) {
                lose(slot, time);
            } else {
                oldest = std::min(oldest, slot.sent_at);
            }
        }
        if (refilling_ && !fill(link, transmit)) all_filled = false;
    }
    // Nothing can be due before the oldest message is, so that looking costs nothing while nothing is lost.
    look_at_ = now_ + look_interval;
    if (all_filled) look_at_ = std::max(look_at_, oldest + load_.lost_after);
}

inline void Session::lose(Slot& slot, std::int64_t now) {
    slot.waiting = false;
    --waiting_;
    if (slot.counted) {
        tally_.lost.add(1);
        counting_.ended(now);
    }
}

/// Sends a message in every empty slot. False when the peer has to read first: what it has not taken would pile up
/// here.
template <class Transmit>
bool Session::fill(Link& link, Transmit& transmit) {
    if (link.outbox.pending() > 0) return false;
    const std::size_t worth_sending = link.is_datagram() ? 1 : 65'536;
    bool takes_more = true;  // a full socket is asked once: where calls block, each further one would wait in vain
    for (std::uint32_t i = 0; i < link.slots.size(); ++i) {
        if (link.slots[i].waiting) continue;
        now_ = now_ns();
        send_next(link, i);
        if (!takes_more || link.outbox.pending() < worth_sending) continue;
        transmit(link);
        takes_more = link.outbox.pending() == 0;
    }
    if (takes_more && link.outbox.pending() > 0) transmit(link);
    return true;
}

}  // namespace pingmark
