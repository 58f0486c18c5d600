#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>

#include "kit/clock.hpp"
#include "kit/constants.hpp"

namespace pingmark {

/// Decides when the next message of one connection may go, and its intended time. It has no clock and does no I/O. Each
/// measurement has new ones.
class Load {
public:
    /// As soon as a slot is free; the intended time is the send time.
    static constexpr std::int64_t at_once = std::numeric_limits<std::int64_t>::min();
    /// Not before an outstanding message has ended.
    static constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

    virtual ~Load() = default;

    /// The intended time of the next message, or one of the two above.
    std::int64_t due() const { return due_; }
    /// The size of that message; 0: the size that the client connected with.
    std::uint32_t bytes() const { return bytes_; }
    /// The message that was due has gone.
    virtual void sent() {}
    /// A message was answered or lost.
    virtual void ended() {}

protected:
    explicit Load(std::int64_t due) : due_(due) {}

    std::int64_t due_;
    std::uint32_t bytes_ = 0;
};

/// How the messages of a stream are divided into send calls.
struct Sends {
    static constexpr std::uint32_t all = std::numeric_limits<std::uint32_t>::max();

    static const Sends together;  ///< one call for all messages that may go now
    static const Sends apart;     ///< a call for each message
    static const Sends in_parts;  ///< two calls for each message: one for its first bytes, one for the rest

    std::uint32_t messages = all;  ///< by one call, at most
    bool cut = false;

    bool operator==(const Sends& other) const { return messages == other.messages && cut == other.cut; }
};

inline constexpr Sends Sends::together{};
inline constexpr Sends Sends::apart{1};
inline constexpr Sends Sends::in_parts{1, true};

/// What a client's connections allow a load to do.
struct LoadLimits {
    bool is_stream = true;
    bool has_lengths = true;                 ///< a length precedes each message, so that messages may differ in size
    bool is_one_way = false;                 ///< the server acknowledges, and does not echo
    bool has_snapshots = false;              ///< the server sends snapshots
    bool is_churn = false;                   ///< each message has its own connection
    std::int64_t in_flight = max_in_flight;  ///< on each connection
    std::int64_t message_bytes = min_message_bytes;
    std::int64_t unread_bytes = max_preflood_bytes;  ///< what a connection's buffers hold while nobody reads
};

/// The connection that a load is made for.
struct LoadTarget {
    std::int64_t origin = 0;  ///< when the load begins
    std::size_t connection = 0;
    std::size_t connections = 1;
};

/// Makes the load of a connection from the fields of a `run` request.
using LoadMaker = std::function<std::unique_ptr<Load>(const LoadTarget&)>;

/// Evenly spaced times, of messages or ticks.
struct EvenTimes {
    std::int64_t origin = 0;  ///< the time of number 0
    std::int64_t rate_per_s = 1;

    std::int64_t of(std::int64_t number) const {
        return origin + number / rate_per_s * second + number % rate_per_s * second / rate_per_s;
    }

    /// The first number after a time.
    std::int64_t after(std::int64_t time) const { return count_in(time - origin) + 1; }

    std::int64_t count_in(std::int64_t duration) const { return duration * rate_per_s / second; }
};

}  // namespace pingmark
