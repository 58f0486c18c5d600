#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "kit/connection.hpp"
#include "kit/counts.hpp"
#include "kit/lane_control.hpp"
#include "kit/window.hpp"

namespace pingmark {

/// Matched answers of one receive call. They are verified once the messages that they allow are sent.
class Arrivals {
public:
    struct Answer {
        const char* body;
        std::size_t bytes;
        RoundTrip times;
        bool counted;
    };

    explicit Arrivals(const Traffic& traffic) {
        answers_.reserve(Inbox::capacity / min_message_bytes + 1);
        if (traffic.one_way) acknowledged_.reserve(traffic.in_flight);
    }

    void add(const Answer& answer) { answers_.push_back(answer); }
    /// One way: of an acknowledged message, whose content does not come back.
    void add_acknowledged(const RoundTrip& times) { acknowledged_.push_back(times); }

    /// Verifies this connection's answers, and calls `record(round_trip)` for those that count and are intact.
    template <class Record>
    void verify(const Connection& connection, std::uint64_t& corrupt, const Record& record) {
        for (const Answer& answer : answers_) {
            const bool intact = connection.verify(answer.body, answer.bytes);
            if (!answer.counted) continue;
            if (intact) {
                record(answer.times);
            } else {
                ++corrupt;
            }
        }
        answers_.clear();
        for (const RoundTrip& round_trip : acknowledged_) record(round_trip);
        acknowledged_.clear();
    }

private:
    std::vector<Answer> answers_;
    std::vector<RoundTrip> acknowledged_;
};

class Schedule;

/// What the parts of a lane share.
struct LaneState {
    LaneState(LaneControl& its_control, const Traffic& its_traffic, std::vector<Connection> its_connections,
              std::size_t first_number, std::size_t connections_in_all)
        : control(its_control),
          traffic(its_traffic),
          connections(std::move(its_connections)),
          first(first_number),
          in_all(connections_in_all),
          arrivals(its_traffic) {}
    LaneState(const LaneState&) = delete;

    LaneControl& control;
    const Traffic& traffic;
    std::vector<Connection> connections;
    const std::size_t first;   ///< number of its first connection among the client's
    const std::size_t in_all;  ///< the client's connections

    std::int64_t now = 0;                 ///< the latest clock reading
    std::int64_t next_due = Load::never;  ///< when a message is due even if nothing arrives
    std::int64_t check_at = 0;            ///< until then, or the end of the window, only messages need attention
    std::uint64_t waiting = 0;            ///< messages in flight, counted or not
    bool sending = false;                 ///< false while the lane drains
    LaneWindow window;
    Counts counts;
    Arrivals arrivals;
    Schedule* schedule = nullptr;  ///< of this measurement

    std::size_t place_of(const Connection& connection) const {
        return static_cast<std::size_t>(&connection - connections.data());
    }

    /// Its number among the client's connections.
    std::size_t number_of(const Connection& connection) const { return first + place_of(connection); }

    [[gnu::cold]] void fail(Connection& connection, const char* reason) {
        connection.broken = true;
        check_at = 0;
        const std::string known = connection.link() != nullptr ? connection.link()->problem() : "";
        control.fail(known.empty() ? reason : known);
    }

    /// Composes with the lane's clock reading. Without room in the outbox, the slot stays empty until the next look for
    /// losses.
    bool compose(Connection& connection, std::uint32_t slot, std::int64_t intended) {
        const bool counted = window.counts(intended);
        if (!connection.compose(slot, intended, now, counted)) return false;
        ++waiting;
        connection.load->sent();
        if (counted) {
            connection.sent_counted = true;
            window.sent(now);
        }
        return true;
    }

    bool compose_in_vacant(Connection& connection, std::int64_t intended) {
        if (!compose(connection, connection.slots.vacant(), intended)) return false;
        connection.slots.take_vacant();
        return true;
    }

    /// Uses all vacant slots, as far as an untimed load allows.
    void compose_at_once(Connection& connection) {
        while (connection.slots.vacant() != Slots::none && connection.load->due() == Load::at_once) {
            if (!compose_in_vacant(connection, now)) return;
        }
    }

    /// Counts an answer that no message waits for, by its arrival time.
    [[gnu::cold, gnu::noinline]] void count(Stray stray) {
        const Window& plan = window.plan();
        if (now < plan.from) return;
        if (stray == Stray::late) {
            ++counts.late;
        } else if (stray == Stray::duplicated) {
            ++counts.duplicated;
        } else if (plan.ends_by_time() ? now < plan.to : !window.over(now) || !counted_have_ended()) {
            ++counts.corrupt;
        }
    }

    bool counted_have_ended() const { return window.sent() == counts.received + counts.lost; }

    /// Completes the counts when the measurement has ended.
    void end() {
        counts.sent = window.sent();
        counts.answered = counts.matched.get() - counts.matched_before;
        counts.silent_connections = 0;
        for (const Connection& connection : connections)
            counts.silent_connections += connection.sent_counted && !connection.received_counted;
    }
};

}  // namespace pingmark
