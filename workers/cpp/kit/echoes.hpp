#pragma once

#include "kit/exchange.hpp"
#include "kit/schedule.hpp"

namespace pingmark {

/// Takes messages that come back as they were sent.
class Echoes : public Exchange {
public:
    explicit Echoes(LaneState& lane) : Exchange(lane) {}

    void take(Connection& connection) override {
        if (connection.is_datagram()) {
            take_datagram(connection,
                          [&](const char* body, std::size_t bytes) { take_whole(connection, body, bytes); });
        } else {
            take_stream(connection, [&](const char* body, std::size_t bytes) { take_echo(connection, body, bytes); });
        }
    }

    void take(Connection& connection, const Delivery* messages, std::size_t n) override {
        for (std::size_t i = 0; i < n; ++i) take_whole(connection, messages[i].body, messages[i].bytes);
    }

protected:
    void take_whole(Connection& connection, const char* body, std::size_t bytes) {
        if (bytes >= sequence_bytes) {
            take_echo(connection, body, bytes);
        } else {
            lane_.count(Stray::corrupt);
        }
    }

private:
    void take_echo(Connection& connection, const char* body, std::size_t bytes) {
        const std::uint32_t sequence = load_u32(body);
        if (!connection.slots.awaits(sequence)) {
            // One whose sequence number was changed may have that of an earlier message, and has not its content.
            lane_.count(connection.verify(body, bytes) ? connection.slots.classify(sequence) : Stray::corrupt);
            return;
        }
        const std::uint32_t index = connection.slots.index_of(sequence);
        Slot& slot = connection.slots[index];
        connection.slots.answer(slot);
        if (connection.slots.overtaken(slot) && slot.counted) ++lane_.counts.reordered;
        lane_.arrivals.add({body, bytes, {slot.intended_at, slot.sent_at, lane_.now}, slot.counted});
        lane_.counts.matched.add(1);
        --lane_.waiting;
        if (slot.counted) {
            connection.received_counted = true;
            ++lane_.counts.received;
            lane_.window.ended(lane_.now);
        }
        connection.load->ended();
        send_again(connection, index);
    }

    /// An answer has left the slot free. A load without times uses it at once, and after it those that were vacant
    /// already; a timed one puts it behind those.
    void send_again(Connection& connection, std::uint32_t slot) {
        if (lane_.sending && connection.load->due() == Load::at_once && lane_.compose(connection, slot, lane_.now)) {
            lane_.compose_at_once(connection);
            return;
        }
        connection.slots.vacate(slot);
        if (connection.awaits_slot) lane_.schedule->slot_freed(connection);
    }
};

}  // namespace pingmark
