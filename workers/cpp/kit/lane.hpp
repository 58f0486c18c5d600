#pragma once

#include <sys/types.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "kit/acknowledgements.hpp"
#include "kit/clock.hpp"
#include "kit/echoes_and_snapshots.hpp"
#include "kit/failure.hpp"
#include "kit/lane_state.hpp"
#include "kit/loads/loads.hpp"
#include "kit/loss_watch.hpp"
#include "kit/parsed_echoes.hpp"
#include "kit/recording.hpp"
#include "kit/schedule.hpp"

namespace pingmark {

/// What a receive call brought. After `full` there may be more that already arrived.
enum class Arrival { nothing, some, full };

/// A measuring thread with its connections and counts. Only this code orders receive, send, verify and record. The
/// stack passes a callable `transmit(Connection&)`, which sends what the outbox holds, or as much as the socket takes.
/// Its `Exchange` handles messages; its `Schedule` decides when to send.
template <class Clock>
class LaneOf {
public:
    /// The lane has the client's connections from number `first` on; the client has `in_all`.
    LaneOf(LaneControl& control, const Traffic& traffic, std::vector<Connection> connections, std::size_t first,
           std::size_t in_all)
        : state_(control, traffic, std::move(connections), first, in_all),
          exchange_(make_exchange()),
          recording_(state_) {}
    LaneOf(const LaneOf&) = delete;

    std::vector<Connection>& connections() { return state_.connections; }
    const std::vector<Connection>& connections() const { return state_.connections; }
    const Traffic& traffic() const { return state_.traffic; }

    // For the client, while the lane is parked.
    void prepare(const Window& window, MessagePool& messages, const ChosenLoad& load, std::int64_t origin);
    const LaneWindow& window() const { return state_.window; }
    Counts& counts() { return state_.counts; }
    /// Its counts, when the measurement has ended.
    const Counts& end() {
        state_.end();
        return state_.counts;
    }
    /// How often the lane's loop has turned: its sign of life. For any thread.
    std::uint64_t turns() const { return turns_.get(); }

    // For the stack.

    /// Starts the load.
    template <class Transmit>
    void start(Transmit&& transmit) {
        state_.sending = true;
        done_ = false;
        state_.check_at = 0;
        state_.now = Clock::now();
        for (Connection& connection : state_.connections)
            transmit(connection);  // what the last measurement could not send
        schedule_->check(Transmission(transmit));
        losses_.begin(state_.now);
    }

    /// How long to wait for the network at most.
    std::int64_t wait_ns() {
        schedule_->before_wait();
        if (state_.check_at == 0) return 0;
        return std::clamp<std::int64_t>(std::min(losses_.look_at(), state_.next_due) - state_.now, 0, longest_wait_ns);
    }
    /// Whether messages have intended times.
    bool timed() const { return schedule_->keeps_times(); }

    /// Handles what a receive call returned: matches answers and sends the next messages before all else.
    template <class Transmit>
    Arrival received(Connection& connection, ssize_t n, Transmit&& transmit) {
        if (n > 0 || (n == 0 && connection.is_datagram())) {
            state_.now = Clock::now();
            const bool full = static_cast<std::size_t>(n) == connection.inbox.room();
            connection.inbox.received(static_cast<std::size_t>(n));
            exchange_->take(connection);
            settle(connection, transmit);
            return full ? Arrival::full : Arrival::some;
        }
        if (n == 0) {
            fail(connection, "closed by the peer");
        } else if (errno != EAGAIN && errno != EINTR) {
            fail(connection, "recv", errno);
        }
        return Arrival::nothing;
    }

    /// The same for what one call of a library brought. The bytes stay in place until this returns.
    template <class Transmit>
    void delivered(Connection& connection, const Delivery* messages, std::size_t n, Transmit&& transmit) {
        state_.now = Clock::now();
        exchange_->take(connection, messages, n);
        settle(connection, transmit);
    }

    /// A lane that waits reads the clock whenever it wakes without an arrival. A spinning lane reads it now and then,
    /// and at each empty poll of a timed load.
    void woke_for_nothing() { state_.now = Clock::now(); }
    template <class Transmit>
    void polled_in_vain(Transmit&& transmit) {
        if (++polls_in_vain_ < polls_per_reading_) return;
        polls_in_vain_ = 0;
        state_.now = Clock::now();
        if (is_due()) schedule_->check(Transmission(transmit));
    }

    /// Call after each pass over all connections. `more`: some may hold more that arrived before the pass began. False:
    /// the measurement is over.
    template <class Transmit>
    bool goes_on(bool more, Transmit&& transmit) {
        turns_.add(1);
        const bool is_quiet =
            state_.now < state_.check_at && state_.now < state_.next_due && !state_.window.over(state_.now);
        return is_quiet || check(more, Transmission(transmit));
    }

    /// The latest clock reading.
    std::int64_t now() const { return state_.now; }

    [[gnu::cold]] void fail(Connection& connection, const char* reason) { state_.fail(connection, reason); }
    [[gnu::cold]] void fail(Connection& connection, const char* call, int error) {
        state_.fail(connection, describe_error(call, error).c_str());
    }

private:
    std::unique_ptr<Exchange> make_exchange() {
        if (state_.traffic.one_way) return std::make_unique<Acknowledgements>(state_);
        if (state_.traffic.ticks) return std::make_unique<EchoesAndSnapshots>(state_);
        if (state_.traffic.content != nullptr) return std::make_unique<ParsedEchoes>(state_);
        return std::make_unique<Echoes>(state_);
    }

    template <class Transmit>
    void settle(Connection& connection, Transmit& transmit) {
        if (connection.outbox.pending() > 0) transmit(connection);
        if (is_due()) schedule_->send_due(Transmission(transmit));
        recording_.verify(connection);
        connection.inbox.compact();
    }

    bool is_due() const { return state_.now >= state_.next_due && !state_.window.over(state_.now); }

    [[gnu::cold, gnu::noinline]] bool check(bool more, const Transmission& transmit);
    void look_for_losses(const Transmission& transmit);
    void lose(Connection& connection, std::uint32_t slot);
    bool all_counted_ended() const {
        return state_.counted_have_ended() && !schedule_->owes() && !exchange_->awaits_more();
    }

    LaneState state_;
    std::unique_ptr<Exchange> exchange_;
    std::unique_ptr<Schedule> schedule_;
    Recording recording_;
    LossWatch losses_;
    Counter turns_;
    std::int64_t lost_after_ = 0;
    std::uint32_t polls_in_vain_ = 0;
    std::uint32_t polls_per_reading_ = 1;
    bool done_ = false;
};

template <class Clock>
void LaneOf<Clock>::prepare(const Window& window, MessagePool& messages, const ChosenLoad& load, std::int64_t origin) {
    state_.window.begin(window, messages);
    lost_after_ = window.lost_after > 0 ? window.lost_after : state_.traffic.lost_after;
    state_.counts.begin({load.timed, load.kind == LoadKind::churn, static_cast<bool>(state_.traffic.ticks)},
                        window.slowest);
    for (std::size_t i = 0; i < state_.connections.size(); ++i) {
        const LoadTarget target{origin, state_.first + i, state_.in_all};
        state_.connections[i].begin_measurement(load.make(target), load.sends);
    }
    exchange_->begin(lost_after_);
    if (load.timed) {
        schedule_ = std::make_unique<TimedSchedule<Clock>>(state_);
    } else {
        schedule_ = std::make_unique<UntimedSchedule<Clock>>(state_);
    }
    state_.schedule = schedule_.get();
    recording_.begin(load.timed);
    polls_per_reading_ = schedule_->polls_per_reading();
}

/// What depends on time: losses, the end of the window, the end of the load.
template <class Clock>
bool LaneOf<Clock>::check(bool more, const Transmission& transmit) {
    if (state_.control.failed()) return false;
    if (losses_.passed(state_.now, more)) look_for_losses(transmit);
    if (!done_ && state_.window.over(state_.now)) {
        schedule_->give_up(lost_after_);
        if (all_counted_ended()) {
            done_ = true;
            state_.control.done();
        }
    }
    if (done_ && state_.control.stopped()) {
        state_.sending = false;
        schedule_->stop();
        if (state_.waiting == 0) return false;
    }
    const bool goes_on_at_once = schedule_->check(transmit) || losses_.confirming();
    state_.check_at = goes_on_at_once ? 0 : std::min(losses_.look_at(), state_.now + longest_wait_ns);
    return true;
}

template <class Clock>
void LaneOf<Clock>::look_for_losses(const Transmission& transmit) {
    std::int64_t oldest = state_.now;
    for (Connection& connection : state_.connections) {
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
    const bool all_have_room = schedule_->refill(transmit);
    losses_.looked(state_.now, all_have_room ? oldest + lost_after_ : 0);
}

template <class Clock>
void LaneOf<Clock>::lose(Connection& connection, std::uint32_t slot) {
    Slot& lost = connection.slots[slot];
    lost.waiting = false;
    --state_.waiting;
    connection.load->ended();
    if (lost.counted) {
        ++state_.counts.lost;
        state_.window.ended(state_.now);
    }
    if (!schedule_->refills()) return;
    connection.slots.vacate(slot);
    if (connection.awaits_slot) schedule_->slot_freed(connection);
}

using Lane = LaneOf<MonotonicClock>;

}  // namespace pingmark
