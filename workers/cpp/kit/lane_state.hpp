#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "kit/arrivals.hpp"
#include "kit/connection.hpp"
#include "kit/counts.hpp"
#include "kit/lane_control.hpp"
#include "kit/window.hpp"

namespace pingmark {

class Schedule;

/// What the parts of a lane share: its connections, what it counts, and what is under way.
struct LaneState {
    /// The lane has the connections from number `first_number` on, of so many `in_all`.
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
    const std::size_t first;
    const std::size_t in_all;

    std::int64_t now = 0;                 ///< the latest clock reading
    std::int64_t next_due = Load::never;  ///< when a message is to be sent without anything arriving before
    std::int64_t check_at = 0;  ///< until then, or the end of the window, nothing but messages needs attention
    std::uint64_t waiting = 0;  ///< messages in flight, counted or not
    bool sending = false;       ///< false while the lane drains
    LaneWindow window;
    Counts counts;
    Arrivals arrivals;
    Schedule* schedule = nullptr;  ///< of this measurement

    std::size_t place_of(const Connection& connection) const {
        return static_cast<std::size_t>(&connection - connections.data());
    }

    /// Among all of the client's.
    std::size_t number_of(const Connection& connection) const { return first + place_of(connection); }

    [[gnu::cold]] void fail(Connection& connection, const char* reason) {
        connection.broken = true;
        check_at = 0;
        control.fail(reason);
    }

    /// Composes with the clock reading that the lane has; where there is no room the slot stays empty until losses are
    /// looked for.
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

    /// Uses all vacant slots, as far as a load without times lets messages go.
    void compose_at_once(Connection& connection) {
        while (connection.slots.vacant() != Slots::none && connection.load->due() == Load::at_once) {
            if (!compose_in_vacant(connection, now)) return;
        }
    }

    /// Counts an answer that no message waits for by the time at which it came.
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

    /// What is known when the measurement has ended.
    void end() {
        counts.sent = window.sent();
        counts.answered = counts.matched.get() - counts.matched_before;
        counts.silent_connections = 0;
        for (const Connection& connection : connections)
            counts.silent_connections += connection.sent_counted && !connection.received_counted;
    }
};

}  // namespace pingmark
