#pragma once

#include <sys/types.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "kit/agenda.hpp"
#include "kit/clock.hpp"
#include "kit/connection.hpp"
#include "kit/counts.hpp"
#include "kit/failure.hpp"
#include "kit/lane_control.hpp"
#include "kit/loads/loads.hpp"
#include "kit/loss_watch.hpp"
#include "kit/message_log.hpp"
#include "kit/window.hpp"

namespace pingmark {

/// What a receive call brought. After `full` there may be more that already arrived.
enum class Arrival { nothing, some, full };

/// A message that a library handed over.
struct Delivery {
    const char* body;
    std::size_t bytes;
};

/// A measuring thread's connections and counts, and the only code that orders receive, send, verify and record. The
/// stack brings a callable `transmit(Connection&)` that sends what the connection's outbox holds, or as much of it as
/// the socket takes.
template <class Clock>
class LaneOf {
public:
    /// The lane has the connections from number `first` on, of so many `in_all`.
    LaneOf(LaneControl& control, const Traffic& traffic, std::vector<Connection> connections, std::size_t first,
           std::size_t in_all)
        : control_(control), traffic_(traffic), connections_(std::move(connections)), first_(first), in_all_(in_all) {
        answers_.reserve(Inbox::capacity / min_message_bytes + 1);
        if (traffic.one_way) acknowledged_.reserve(traffic.in_flight);
        if (!traffic.ticks) return;
        snapshots_ = std::make_unique<SnapshotCounts>();
        snapshot_payload_ = std::make_unique<Payload>("random");
    }
    LaneOf(const LaneOf&) = delete;

    std::vector<Connection>& connections() { return connections_; }
    const std::vector<Connection>& connections() const { return connections_; }
    const Traffic& traffic() const { return traffic_; }

    // For the executor, while the lane is parked.
    void prepare_log(std::size_t room) { log_ = room > 0 ? std::make_unique<MessageLog>(room) : nullptr; }
    const MessageLog* message_log() const { return log_.get(); }
    void prepare(const Window& window, MessagePool& messages, const ChosenLoad& load, std::int64_t origin);
    const LaneWindow& window() const { return window_; }
    Counts& counts() { return counts_; }
    /// Null where the server sends nothing unasked.
    const SnapshotCounts* snapshots() const { return snapshots_.get(); }
    /// At any time: how often the lane's loop has turned, its sign of life.
    std::uint64_t turns() const { return turns_.get(); }

    // For the stack.

    /// Sends what the loads allow: the load runs from here on.
    template <class Transmit>
    void start(Transmit&& transmit);

    /// How long to wait for the network; 0: not at all.
    std::int64_t wait_ns() {
        if (timed_) now_ = Clock::now();
        if (check_at_ == 0) return 0;
        return std::clamp<std::int64_t>(std::min(losses_.look_at(), next_due_) - now_, 0, longest_wait_ns);
    }
    bool timed() const { return timed_; }

    /// Handles what a receive call returned: answers are matched and the next messages sent before anything else is
    /// done.
    template <class Transmit>
    Arrival received(Connection& connection, ssize_t n, Transmit&& transmit);

    /// The same for what one call of a library brought, which stays where it is until this returns.
    template <class Transmit>
    void delivered(Connection& connection, const Delivery* messages, std::size_t n, Transmit&& transmit);

    /// A lane that waits reads the clock each time that it wakes for nothing; a spinning one now and then, unless
    /// messages have times of their own.
    void woke_for_nothing() { now_ = Clock::now(); }
    template <class Transmit>
    void polled_in_vain(Transmit&& transmit) {
        if (!timed_ && ++polls_in_vain_ % polls_per_clock_reading != 0) return;
        now_ = Clock::now();
        if (is_due()) send_due(transmit);
    }

    /// Call after each pass over all connections. `more` says that some may hold more that arrived before the pass
    /// began. False when the measurement is over.
    template <class Transmit>
    bool goes_on(bool more, Transmit&& transmit) {
        turns_.add(1);
        return (now_ < check_at_ && !window_.over(now_)) || check(more, transmit);
    }

    /// The latest clock reading.
    std::int64_t now() const { return now_; }

    [[gnu::cold]] void fail(Connection& connection, const char* reason) {
        connection.broken = true;
        check_at_ = 0;
        control_.fail(reason);
    }
    [[gnu::cold]] void fail(Connection& connection, const char* call, int error) {
        fail(connection, describe_error(call, error).c_str());
    }

private:
    /// A matched answer, kept until the next message is on its way.
    struct Answer {
        const char* body;
        std::size_t bytes;
        std::int64_t intended_at;
        std::int64_t sent_at;
        std::int64_t arrived_at;
        bool counted;
    };

    // lane_answers.hpp
    template <class Transmit>
    void settle(Connection& connection, Transmit& transmit);
    template <class Take>
    void take_stream(Connection& connection, Take&& take_message);
    void take_datagram(Connection& connection);
    void take_message(Connection& connection, const char* body, std::size_t bytes);
    void take_whole(Connection& connection, const char* body, std::size_t bytes);
    void take(Connection& connection, const char* body, std::size_t bytes);
    [[gnu::cold, gnu::noinline]] void count(Stray stray);
    void send_again(Connection& connection, std::uint32_t slot);
    bool compose(Connection& connection, std::uint32_t slot, std::int64_t intended);
    bool compose_in_vacant(Connection& connection, std::int64_t intended);
    void verify(Connection& connection);

    // lane_one_way.hpp
    template <class Transmit>
    [[gnu::noinline]] void settle_one_way(Connection& connection, Transmit& transmit);
    template <class Transmit>
    [[gnu::noinline]] void settle_one_way(Connection& connection, const Delivery* messages, std::size_t n,
                                          Transmit& transmit);
    void acknowledge(Connection& connection, const char* body, std::size_t bytes);
    void end(Connection& connection, std::uint32_t slot, bool lost);
    void record_acknowledged();

    // lane_ticks.hpp
    void take_or_snapshot(Connection& connection, const char* body, std::size_t bytes);
    void take_snapshot(Connection& connection, const char* body, std::size_t bytes);
    bool awaits_snapshot(const Connection& connection) const;

    // lane_schedule.hpp
    bool is_due() const { return now_ >= next_due_ && !window_.over(now_); }
    template <class Transmit>
    void send_due(Transmit& transmit);
    void plan(Connection& connection);
    template <class Transmit>
    bool fill(Connection& connection, Transmit& transmit);
    template <class Transmit>
    [[gnu::cold, gnu::noinline]] bool check(bool more, Transmit& transmit);
    template <class Transmit>
    void look_for_losses(Transmit& transmit);
    void lose(Connection& connection, std::uint32_t slot);
    void log(const Connection& connection, std::int64_t sent_at, std::int64_t received_at) {
        log_->add(first_ + static_cast<std::size_t>(&connection - connections_.data()), sent_at, received_at);
    }
    void give_up_unsent();
    bool counted_have_ended() const { return window_.sent() == counts_.received + counts_.lost; }
    bool all_counted_ended() const;

    std::int64_t now_ = 0;
    std::int64_t check_at_ = 0;  ///< until then, or the end of the window, nothing but messages needs attention
    std::int64_t next_due_ = Load::never;
    LaneWindow window_;
    Counts counts_;
    std::unique_ptr<SnapshotCounts> snapshots_;
    std::unique_ptr<Payload> snapshot_payload_;
    std::unique_ptr<MessageLog> log_;  ///< null: nothing is logged
    Counter turns_;
    std::vector<Answer> answers_;
    std::vector<std::int64_t> acknowledged_;  ///< when messages were sent that are to be recorded
    std::uint64_t waiting_ = 0;               ///< messages in flight, counted or not
    std::uint32_t polls_in_vain_ = 0;
    bool timed_ = false;
    bool sending_ = false;
    bool done_ = false;

    std::int64_t lost_after_ = 0;
    LossWatch losses_;
    Agenda agenda_;
    std::int64_t give_up_at_ = 0;       ///< when messages that could not be sent are no longer waited for
    std::int64_t snapshots_until_ = 0;  ///< ... and snapshots that did not come

    LaneControl& control_;
    const Traffic& traffic_;
    std::vector<Connection> connections_;
    std::size_t first_;
    std::size_t in_all_;
};

using Lane = LaneOf<MonotonicClock>;

}  // namespace pingmark

#include "kit/lane_answers.hpp"
#include "kit/lane_one_way.hpp"
#include "kit/lane_schedule.hpp"
#include "kit/lane_ticks.hpp"
