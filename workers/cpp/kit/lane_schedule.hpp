#pragma once

// What a lane does now and then: messages that are due, lost ones, the end of the window, the end of the load.

#include "kit/lane.hpp"

namespace pingmark {

template <class Clock>
void LaneOf<Clock>::prepare(const Window& window, MessagePool& messages, const ChosenLoad& load, std::int64_t origin) {
    window_.begin(window, messages);
    lost_after_ = window.lost_after > 0 ? window.lost_after : traffic_.lost_after;
    timed_ = load.timed;
    counts_.begin(timed_);
    if (snapshots_) snapshots_->begin();
    give_up_at_ = timed_ && window.ends_by_time() ? window.to + lost_after_ : Load::never;
    snapshots_until_ =
        window.ends_by_time() ? window.to + std::max(lost_after_, traffic_.ticks.patience_ns()) : window.to;
    agenda_.begin(timed_ ? connections_.size() : 0);
    for (std::size_t i = 0; i < connections_.size(); ++i) {
        connections_[i].begin_measurement(load.make({origin, first_ + i, in_all_}), load.sends);
        if (timed_) agenda_.add(connections_[i].load->due(), i);
    }
}

template <class Clock>
template <class Transmit>
inline void LaneOf<Clock>::start(Transmit&& transmit) {
    sending_ = true;
    done_ = false;
    check_at_ = 0;
    next_due_ = agenda_.next_due();
    now_ = Clock::now();
    for (Connection& connection : connections_) {
        transmit(connection);  // what a peer that did not read has left of the last measurement
        if (!timed_) fill(connection, transmit);
    }
    if (timed_) send_due(transmit);
    losses_.begin(now_);
}

/// Sends messages of a timed load. Not all at once, when there are many: what arrives meanwhile has to be received.
template <class Clock>
template <class Transmit>
void LaneOf<Clock>::send_due(Transmit& transmit) {
    for (unsigned sent = 0; sent < due_messages_per_pass && next_due_ <= now_;) {
        const std::size_t index = agenda_.next();
        Connection& connection = connections_[index];
        now_ = Clock::now();
        bool has_room = true;
        while (sent < due_messages_per_pass && has_room && connection.load->due() <= now_) {
            has_room =
                connection.slots.vacant() != Slots::none && compose_in_vacant(connection, connection.load->due());
            ++sent;
        }
        if (connection.outbox.pending() > 0) transmit(connection);
        agenda_.remove_next();
        connection.awaits_slot = !has_room;
        if (has_room) agenda_.add(connection.load->due(), index);
        next_due_ = agenda_.next_due();
    }
}

/// A message of this connection waited for a slot.
template <class Clock>
inline void LaneOf<Clock>::plan(Connection& connection) {
    if (!sending_) return;
    connection.awaits_slot = false;
    agenda_.add(connection.load->due(), static_cast<std::size_t>(&connection - connections_.data()));
    next_due_ = agenda_.next_due();
    check_at_ = std::min(check_at_, next_due_);
}

/// Sends what a load without times allows; the clock is read once for each call. False when the peer has to read first:
/// what it has not taken would pile up here.
template <class Clock>
template <class Transmit>
bool LaneOf<Clock>::fill(Connection& connection, Transmit& transmit) {
    if (connection.outbox.pending() > 0) return false;
    const std::uint32_t of_a_call = connection.is_datagram() ? 1 : connection.sends.messages;
    bool takes_more = true;  // a full socket is asked once: where calls block, each further one would wait in vain
    std::uint32_t left = 0;  // of the next call
    while (connection.slots.vacant() != Slots::none && connection.load->due() == Load::at_once) {
        if (left == 0) {
            now_ = Clock::now();
            left = takes_more ? of_a_call : Sends::all;
        }
        if (!compose_in_vacant(connection, now_)) break;
        if (--left > 0) continue;
        transmit(connection);
        takes_more = connection.outbox.pending() == 0;
    }
    if (takes_more && connection.outbox.pending() > 0) transmit(connection);
    return true;
}

template <class Clock>
template <class Transmit>
bool LaneOf<Clock>::check(bool more, Transmit& transmit) {
    if (control_.failed()) return false;
    if (losses_.passed(now_, more)) look_for_losses(transmit);
    if (now_ >= give_up_at_ && !done_) give_up_unsent();
    if (!done_ && window_.over(now_) && all_counted_ended()) {
        done_ = true;
        control_.done();
    }
    if (done_ && control_.stopped()) {
        sending_ = false;
        agenda_.clear();
        next_due_ = Load::never;
        if (waiting_ == 0) return false;
    }
    if (now_ >= next_due_) send_due(transmit);
    check_at_ = losses_.confirming() ? 0 : std::min({next_due_, losses_.look_at(), now_ + longest_wait_ns});
    return true;
}

template <class Clock>
template <class Transmit>
void LaneOf<Clock>::look_for_losses(Transmit& transmit) {
    std::int64_t oldest = now_;
    for (Connection& connection : connections_) {
        for (std::uint32_t i = 0; i < connection.slots.size(); ++i) {
            const Slot& slot = connection.slots[i];
            if (!slot.waiting) continue;
            if (slot.sent_at + lost_after_ <= losses_.noted()) {
                lose(connection, i);
            } else {
                oldest = std::min(oldest, slot.sent_at);
            }
        }
    }
    bool all_have_room = true;
    for (Connection& connection : connections_) {
        if (!sending_ || window_.over(now_)) break;
        if (connection.awaits_slot && connection.slots.vacant() != Slots::none) {
            plan(connection);
            all_have_room = false;
        } else if (!timed_ && !fill(connection, transmit)) {
            all_have_room = false;
        }
    }
    losses_.looked(now_, all_have_room ? oldest + lost_after_ : 0);
}

/// After the window a lost message's slot stays empty: what is sent there now would only delay the result.
template <class Clock>
void LaneOf<Clock>::lose(Connection& connection, std::uint32_t slot) {
    Slot& lost = connection.slots[slot];
    lost.waiting = false;
    --waiting_;
    connection.load->ended();
    if (lost.counted) {
        if (log_) log(connection, lost.sent_at, MessageLog::never);
        ++counts_.lost;
        window_.ended(now_);
    }
    if (!timed_ && window_.over(now_)) return;
    connection.slots.vacate(slot);
    if (connection.awaits_slot) plan(connection);
}

/// So long after the window's end, its messages that no slot became free for count as unsent. They may be millions, so
/// that the lane turns in between.
template <class Clock>
void LaneOf<Clock>::give_up_unsent() {
    unsigned left = given_up_messages_per_pass;
    for (Connection& connection : connections_) {
        Load& load = *connection.load;
        for (; load.due() < window_.plan().to && left > 0; --left) {
            if (window_.counts(load.due())) ++counts_.unsent;
            load.sent();
        }
    }
}

template <class Clock>
bool LaneOf<Clock>::all_counted_ended() const {
    if (!counted_have_ended()) return false;
    return !timed_ || std::all_of(connections_.begin(), connections_.end(), [&](const Connection& connection) {
        return window_.over(connection.load->due()) && !awaits_snapshot(connection);
    });
}

}  // namespace pingmark
