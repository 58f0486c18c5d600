#pragma once

#include <cstdint>

#include "kit/lane_state.hpp"

namespace pingmark {

/// A lane's way to send what a connection's outbox holds, or as much of it as the socket takes. It refers to the
/// stack's callable.
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

/// Decides when a lane's connections send. It is chosen for each measurement, by whether its load has times of its own.
class Schedule {
public:
    virtual ~Schedule() = default;

    /// Sends what the load begins with.
    virtual void begin(const Transmission& transmit) = 0;

    /// Sends some of what is due, no more in a pass than is said: what arrives meanwhile has to be received.
    virtual void send_due(const Transmission& transmit) = 0;

    /// Begins the next pass, and sends what is due. True when that pass must not wait.
    virtual bool check(const Transmission& transmit) = 0;

    /// A message of this connection waited for the slot that is vacant now.
    virtual void slot_freed(Connection&) {}

    /// Whether the slot of a lost message is used again.
    virtual bool refills() const = 0;

    /// Uses slots that lost messages left vacant. False when a peer has to read first.
    virtual bool refill(const Transmission& transmit) = 0;

    /// The lane is about to wait, and to ask when something is due.
    virtual void before_wait() {}

    /// A lane that spins reads the clock once for so many polls in vain.
    virtual std::uint32_t polls_per_reading() const { return polls_per_clock_reading; }
    virtual bool keeps_times() const { return false; }

    /// Nothing is sent any more.
    virtual void stop() {}

    /// Passes over some of the messages that could not be sent, when the window is over for so long that they are
    /// waited for no more.
    virtual void give_up([[maybe_unused]] std::int64_t lost_after_ns) {}

    /// Whether a message that counts is still to be sent.
    virtual bool owes() const { return false; }
};

}  // namespace pingmark
