#pragma once

#include <cstddef>
#include <memory>

#include "kit/lane_state.hpp"
#include "kit/wire.hpp"

namespace pingmark {

/// A message that a library handed over.
struct Delivery {
    const char* body;
    std::size_t bytes;
};

/// Decides what a lane does with messages that arrive. It is chosen when its connections are made.
class Exchange {
public:
    virtual ~Exchange() = default;

    /// A measurement begins, in which messages are waited for so long.
    virtual void begin([[maybe_unused]] std::int64_t lost_after_ns) {}

    /// Takes what a receive call put into the connection's inbox.
    virtual void take(Connection& connection) = 0;

    /// Takes what one call of a library brought.
    virtual void take(Connection& connection, const Delivery* messages, std::size_t n) = 0;

    /// Whether something is to come that counts and that is no answer.
    virtual bool awaits_more() const { return false; }

protected:
    explicit Exchange(LaneState& lane) : lane_(lane) {}

    template <class Take>
    void take_stream(Connection& connection, Take&& take_message) {
        const char* body;
        std::size_t bytes;
        for (;;) {
            switch (connection.next_in_stream(body, bytes)) {
                case Connection::Next::message:
                    take_message(body, bytes);
                    break;
                case Connection::Next::incomplete:
                    return;
                case Connection::Next::broken:
                    lane_.fail(connection, "the peer sent a frame with an impossible length");
                    return;
            }
        }
    }

    /// A hello that had to be repeated is answered as often.
    template <class Take>
    static void take_datagram(Connection& connection, Take&& take_message) {
        const char* body = connection.inbox.data();
        const std::size_t bytes = connection.inbox.available();
        connection.inbox.consume(bytes);
        if (!is_hello_answer(body, bytes)) take_message(body, bytes);
    }

    LaneState& lane_;
};

std::unique_ptr<Exchange> make_exchange(LaneState& lane);

}  // namespace pingmark
