#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "kit/lane_state.hpp"
#include "kit/loads/load.hpp"

namespace pingmark {

/// Sends what a connection's outbox holds, or as much of it as the socket takes. It refers to the stack's callable.
class Transmission {
public:
    template <class Transmit>
    explicit Transmission(Transmit& transmit)
        : transmit_(&transmit), call_([](const void* by, Connection& connection) {
              (*static_cast<Transmit*>(const_cast<void*>(by)))(connection);
          }) {}

    void operator()(Connection& connection) const { call_(transmit_, connection); }

private:
    const void* transmit_;
    void (*call_)(const void*, Connection&);
};

/// Decides when a lane's connections send. Each measurement chooses one, by whether its load is timed.
class Schedule {
public:
    virtual ~Schedule() = default;

    /// Sends some of what is due. The rest waits for the next pass, so that arrivals are received in between.
    virtual void send_due(const Transmission& transmit) = 0;
    /// Begins the next pass, and sends what is due. True when that pass must not wait.
    virtual bool check(const Transmission& transmit) = 0;
    /// The connection waited for a slot, and one is vacant now.
    virtual void slot_freed(Connection&) {}
    /// Whether the slot of a lost message is used again.
    virtual bool refills() const = 0;
    /// Uses slots that lost messages left vacant. False when a peer has to read first.
    virtual bool refill(const Transmission& transmit) = 0;
    /// The lane is about to wait until something is due.
    virtual void before_wait() {}
    /// How many empty polls share one clock reading.
    virtual std::uint32_t polls_per_reading() const { return polls_per_clock_reading; }
    virtual bool keeps_times() const { return false; }
    /// Nothing is sent any more.
    virtual void stop() {}
    /// Gives up some unsent messages once the window has been over for `lost_after_ns`.
    virtual void give_up([[maybe_unused]] std::int64_t lost_after_ns) {}
    /// Whether counted messages are still to be sent.
    virtual bool owes() const { return false; }
};

/// Sends whenever a slot is free. What frees a slot sends the next message, so the lane is never due.
template <class Clock>
class UntimedSchedule final : public Schedule {
public:
    explicit UntimedSchedule(LaneState& lane) : lane_(lane) { lane.next_due = Load::never; }

    void send_due(const Transmission&) override {}

    /// Sends the first messages of some more connections.
    bool check(const Transmission& transmit) override {
        if (!lane_.sending) return false;
        const std::size_t end = std::min(filled_ + connections_filled_per_pass, lane_.connections.size());
        for (; filled_ < end; ++filled_) fill(lane_.connections[filled_], transmit);
        return filled_ < lane_.connections.size();
    }

    /// After the window, a message in a lost one's slot would only delay the result.
    bool refills() const override { return !lane_.window.over(lane_.now); }

    bool refill(const Transmission& transmit) override {
        bool all_have_room = true;
        for (Connection& connection : lane_.connections) {
            if (!fills()) break;
            if (!fill(connection, transmit)) all_have_room = false;
        }
        return all_have_room;
    }

private:
    /// One-way messages end when the last message of their part was sent, even after the window.
    bool fills() const {
        return lane_.sending && (refills() || (lane_.traffic.one_way && !lane_.counted_have_ended()));
    }

    /// Sends what may go, with one clock reading for each call. False when the peer has to read first: its messages
    /// would pile up here.
    bool fill(Connection& connection, const Transmission& transmit) {
        if (connection.outbox.pending() > 0) return false;
        const std::uint32_t messages_per_call = connection.is_datagram() ? 1 : connection.sends.messages;
        bool takes_more = true;  // a full socket is tried once: where calls block, another one would only wait
        std::uint32_t left = 0;  // messages until the next call
        while (connection.slots.vacant() != Slots::none && connection.load->due() == Load::at_once) {
            if (left == 0) {
                lane_.now = Clock::now();
                left = takes_more ? messages_per_call : Sends::all;
            }
            if (!lane_.compose_in_vacant(connection, lane_.now)) break;
            if (--left > 0) continue;
            transmit(connection);
            takes_more = connection.outbox.pending() == 0;
        }
        if (takes_more && connection.outbox.pending() > 0) transmit(connection);
        return true;
    }

    LaneState& lane_;
    std::size_t filled_ = 0;
};

/// Which connection of a timed lane is due next: a binary heap. It allocates only before the measurement.
class Agenda {
public:
    void begin(std::size_t connections) { entries_.reserve(connections); }
    void clear() { entries_.clear(); }

    /// `never` when no connection waits for its time.
    std::int64_t next_due() const { return entries_.empty() ? Load::never : entries_.front().due; }
    std::size_t next() const { return entries_.front().connection; }

    void add(std::int64_t due, std::size_t connection) {
        entries_.push_back({due, connection});
        std::push_heap(entries_.begin(), entries_.end(), is_later);
    }

    void remove_next() {
        std::pop_heap(entries_.begin(), entries_.end(), is_later);
        entries_.pop_back();
    }

private:
    struct Entry {
        std::int64_t due;
        std::size_t connection;
    };
    static bool is_later(const Entry& a, const Entry& b) {
        return a.due != b.due ? a.due > b.due : a.connection > b.connection;
    }

    std::vector<Entry> entries_;
};

/// Sends messages at their intended times, or as soon afterwards as a slot is free.
template <class Clock>
class TimedSchedule final : public Schedule {
public:
    explicit TimedSchedule(LaneState& lane) : lane_(lane) {
        agenda_.begin(lane.connections.size());
        for (std::size_t i = 0; i < lane.connections.size(); ++i) agenda_.add(lane.connections[i].load->due(), i);
        lane.next_due = agenda_.next_due();
    }

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

    /// Connections whose peer had to read first try again.
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

    /// There can be millions, so the lane makes passes in between.
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
    unsigned left_ = 0;  ///< messages that may still go in this pass
};

}  // namespace pingmark
