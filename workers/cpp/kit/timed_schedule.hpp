#pragma once

#include <algorithm>

#include "kit/agenda.hpp"
#include "kit/schedule.hpp"

namespace pingmark {

/// Sends messages at the times that the load gives them, or as soon after as a slot is free.
template <class Clock>
class TimedSchedule final : public Schedule {
public:
    explicit TimedSchedule(LaneState& lane) : lane_(lane) {
        agenda_.begin(lane.connections.size());
        for (std::size_t i = 0; i < lane.connections.size(); ++i) agenda_.add(lane.connections[i].load->due(), i);
        lane.next_due = agenda_.next_due();
    }

    void begin(const Transmission& transmit) override { check(transmit); }

    /// Not all at once, when there are many: what arrives meanwhile has to be received.
    void send_due(const Transmission& transmit) override {
        while (left_ > 0 && lane_.next_due <= lane_.now) {
            const std::size_t index = agenda_.next();
            Connection& connection = lane_.connections[index];
            const Load& load = *connection.load;
            lane_.now = Clock::now();
            bool has_room = true;
            for (; left_ > 0 && has_room && load.due() <= lane_.now; --left_) {
                has_room = connection.slots.vacant() != Slots::none && lane_.compose_in_vacant(connection, load.due());
            }
            if (connection.outbox.pending() > 0) transmit(connection);
            agenda_.remove_next();
            connection.awaits_slot = !has_room;
            if (has_room) agenda_.add(load.due(), index);
            lane_.next_due = agenda_.next_due();
        }
    }

    /// Sends those of the next pass.
    bool check(const Transmission& transmit) override {
        left_ = due_messages_per_pass;
        send_due(transmit);
        return false;
    }

    void slot_freed(Connection& connection) override {
        if (!lane_.sending) return;
        connection.awaits_slot = false;
        agenda_.add(connection.load->due(), lane_.place_of(connection));
        lane_.next_due = agenda_.next_due();
    }

    bool refills() const override { return true; }

    /// Those whose peer had to read first try again.
    bool refill(const Transmission&) override {
        bool all_have_room = true;
        for (Connection& connection : lane_.connections) {
            if (!lane_.sending || lane_.window.over(lane_.now)) break;
            if (!connection.awaits_slot || connection.slots.vacant() == Slots::none) continue;
            slot_freed(connection);
            all_have_room = false;
        }
        return all_have_room;
    }

    void before_wait() override { lane_.now = Clock::now(); }
    std::uint32_t polls_per_reading() const override { return 1; }
    bool keeps_times() const override { return true; }

    void stop() override {
        agenda_.clear();
        lane_.next_due = Load::never;
    }

    /// They may be millions, so that the lane turns in between.
    void give_up(std::int64_t lost_after_ns) override {
        const Window& plan = lane_.window.plan();
        if (!plan.ends_by_time() || lane_.now < plan.to + lost_after_ns) return;
        unsigned left = given_up_messages_per_pass;
        for (Connection& connection : lane_.connections) {
            Load& load = *connection.load;
            for (; load.due() < plan.to && left > 0; --left) {
                if (lane_.window.counts(load.due())) ++lane_.counts.unsent;
                load.sent();
            }
        }
    }

    bool owes() const override {
        return std::any_of(lane_.connections.begin(), lane_.connections.end(),
                           [&](const Connection& connection) { return !lane_.window.over(connection.load->due()); });
    }

private:
    LaneState& lane_;
    Agenda agenda_;
    unsigned left_ = 0;  ///< so many messages may still go in this pass
};

}  // namespace pingmark
