#pragma once

#include <sys/types.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <vector>

#include "kit/clock.hpp"
#include "kit/lane_control.hpp"
#include "kit/link.hpp"
#include "kit/tally.hpp"
#include "kit/window.hpp"

namespace pingmark {

/// What a receive call brought. After `full` there may be more that already arrived.
enum class Arrival { nothing, some, full };

/// A message that a library handed over.
struct Delivery {
    const char* body;
    std::size_t bytes;
};

/// A lane's part of a measurement: clock, schedule, matching, verification and counting. The stack brings a callable
/// `transmit(Link&)` that sends what the link's outbox holds, or as much of it as the socket takes.
class Session {
public:
    Session(LaneControl& control, const Load& load, std::vector<Link> links);
    Session(const Session&) = delete;

    std::vector<Link>& links() { return links_; }
    const std::vector<Link>& links() const { return links_; }
    const Load& load() const { return load_; }

    // For the executor, while the lane is parked (the counters of `tally` at any time).
    void prepare(const Window& window, MessagePool& messages);
    const Counting& counting() const { return counting_; }
    Tally& tally() { return tally_; }

    // For the stack.

    /// Fills all slots: the load runs from here on.
    template <class Transmit>
    void start(Transmit&& transmit);

    /// Handles what a receive call returned: answers are matched and the next messages sent before anything else is
    /// done.
    template <class Transmit>
    Arrival received(Link& link, ssize_t n, Transmit&& transmit);

    /// The same for what one call of a library brought, which stays where it is until this returns.
    template <class Transmit>
    void delivered(Link& link, const Delivery* messages, std::size_t n, Transmit&& transmit);

    /// Call after each pass over all links. `more` says that some may hold more that arrived before the pass began.
    /// False when the measurement is over.
    template <class Transmit>
    bool goes_on(bool more, Transmit&& transmit) {
        return (now_ < check_at_ && !counting_.over(now_)) || check(more, transmit);
    }

    /// The latest clock reading.
    std::int64_t now() const { return now_; }

    /// A lane that waits reads the clock each time that it wakes for nothing; a spinning one now and then.
    void woke_for_nothing() { now_ = now_ns(); }
    void polled_in_vain() {
        if (++polls_in_vain_ % 1024 == 0) now_ = now_ns();
    }

    [[gnu::cold]] void fail(Link& link, const char* reason);
    [[gnu::cold]] void fail(Link& link, const char* call, int error);

private:
    /// A matched answer, kept until the next message is on its way.
    struct Answer {
        const char* body;
        std::size_t bytes;
        std::int64_t round_trip;
        bool counted;
    };

    void take_stream(Link& link);
    void take_datagram(Link& link);
    void take_whole(Link& link, const char* body, std::size_t bytes);
    void take(Link& link, const char* body, std::size_t bytes);
    void send_next(Link& link, std::uint32_t slot);
    void verify(Link& link);
    void lose(Slot& slot, std::int64_t now);

    template <class Transmit>
    [[gnu::cold, gnu::noinline]] bool check(bool more, Transmit& transmit);
    template <class Transmit>
    void look_for_losses(std::int64_t time, Transmit& transmit);
    template <class Transmit>
    bool fill(Link& link, Transmit& transmit);

    std::int64_t now_ = 0;
    std::int64_t check_at_ = 0;  ///< until then, or the end of the window, nothing but messages needs attention
    Counting counting_;
    Tally tally_;
    std::vector<Answer> answers_;
    std::uint64_t waiting_ = 0;  ///< messages in flight, counted or not
    std::uint32_t polls_in_vain_ = 0;
    bool sending_ = false;    ///< an answered slot is used again
    bool refilling_ = false;  ///< a lost slot is used again
    bool done_ = false;

    std::int64_t look_at_ = 0;  ///< when to look for losses next
    std::int64_t due_ = 0;      ///< messages that were due at this time are lost; 0: not looking
    unsigned postponed_ = 0;

    LaneControl& control_;
    const Load& load_;
    std::vector<Link> links_;
};

}  // namespace pingmark

#include "kit/session_answers.hpp"
#include "kit/session_schedule.hpp"
