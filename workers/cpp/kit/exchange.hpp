#pragma once

#include <cstddef>
#include <cstdint>

#include "kit/lane_state.hpp"
#include "kit/schedule.hpp"
#include "kit/wire.hpp"

namespace pingmark {

/// A message that a library handed over.
struct Delivery {
    const char* body;
    std::size_t bytes;
};

/// What a lane does with arriving messages. It is chosen when the client connects.
class Exchange {
public:
    explicit Exchange(LaneState& lane) : lane_(lane) {}
    virtual ~Exchange() = default;
    /// A measurement begins, in which a message without an answer is lost after this time.
    virtual void begin([[maybe_unused]] std::int64_t lost_after_ns) {}
    /// Takes what a receive call put into the connection's inbox.
    virtual void take(Connection& connection) = 0;
    /// Takes what one call of a library brought.
    virtual void take(Connection& connection, const Delivery* messages, std::size_t n) = 0;
    /// Whether counted messages other than answers are still expected.
    virtual bool awaits_more() const { return false; }

protected:
    LaneState& lane_;
};

/// Cuts what arrived into messages and passes each to `Self::take_message(connection, body, bytes)`, which is no
/// virtual call. A body has at least a sequence number.
template <class Self>
class ExchangeOf : public Exchange {
public:
    using Exchange::Exchange;

    void take(Connection& connection) final {
        if (!connection.is_datagram()) return take_stream(connection);
        const char* body = connection.inbox.data();
        const std::size_t bytes = connection.inbox.available();
        connection.inbox.consume(bytes);
        // A repeated hello is answered again.
        if (!is_hello_answer(body, bytes)) take_whole(connection, body, bytes);
    }

    void take(Connection& connection, const Delivery* messages, std::size_t n) final {
        for (std::size_t i = 0; i < n; ++i) take_whole(connection, messages[i].body, messages[i].bytes);
    }

private:
    void take_stream(Connection& connection) {
        const char* body;
        std::size_t bytes;
        Connection::Next next;
        while ((next = connection.next_in_stream(body, bytes)) == Connection::Next::message)
            static_cast<Self*>(this)->take_message(connection, body, bytes);
        if (next == Connection::Next::broken) lane_.fail(connection, "the peer sent a frame with an impossible length");
    }

    void take_whole(Connection& connection, const char* body, std::size_t bytes) {
        if (bytes >= sequence_bytes) {
            static_cast<Self*>(this)->take_message(connection, body, bytes);
        } else {
            lane_.count(Stray::corrupt);
        }
    }
};

/// Takes messages that come back as they were sent.
template <class Self>
class EchoesOf : public ExchangeOf<Self> {
public:
    using ExchangeOf<Self>::ExchangeOf;

protected:
    using Exchange::lane_;

    void take_echo(Connection& connection, const char* body, std::size_t bytes) {
        const std::uint32_t sequence = load_u32(body);
        if (!connection.slots.awaits(sequence)) {
            // A corrupted sequence number can equal that of an earlier message, but the content then differs.
            lane_.count(connection.verify(body, bytes) ? connection.slots.classify(sequence) : Stray::corrupt);
            return;
        }
        const std::uint32_t index = connection.slots.index_of(sequence);
        Slot& slot = connection.slots[index];
        connection.slots.answer(slot);
        if (connection.slots.overtaken(slot) && slot.counted) ++lane_.counts.reordered;
        // A wrong length counts as corrupt, like an empty body.
        const std::size_t taken = bytes == slot.body_bytes ? bytes : 0;
        lane_.arrivals.add({body, taken, {slot.intended_at, slot.sent_at, lane_.now}, slot.counted});
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

private:
    /// An answer has freed the slot. An untimed load uses it at once, then any other vacant slots; a timed load queues
    /// it behind those.
    void send_again(Connection& connection, std::uint32_t slot) {
        if (lane_.sending && connection.load->due() == Load::at_once && lane_.compose(connection, slot, lane_.now)) {
            lane_.compose_at_once(connection);
            return;
        }
        connection.slots.vacate(slot);
        if (connection.awaits_slot) lane_.schedule->slot_freed(connection);
    }
};

class Echoes final : public EchoesOf<Echoes> {
public:
    using EchoesOf::EchoesOf;
    void take_message(Connection& connection, const char* body, std::size_t bytes) {
        take_echo(connection, body, bytes);
    }
};

}  // namespace pingmark
