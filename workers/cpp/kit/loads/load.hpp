#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>

#include "kit/constants.hpp"

namespace pingmark {

/// Says when the next message of one connection may go, and its intended time. It has no clock, does no I/O, and is
/// made anew for each measurement.
class Load {
public:
    /// As soon as a slot is free; the intended time is when it is sent.
    static constexpr std::int64_t at_once = std::numeric_limits<std::int64_t>::min();
    /// Not before something that is outstanding has ended.
    static constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

    virtual ~Load() = default;

    /// The intended time of the next message, or one of the two above.
    std::int64_t due() const { return due_; }
    /// How many bytes that message has; 0: as many as the client was connected for.
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

/// How the messages of a stream are put into send calls.
struct Sends {
    static constexpr std::uint32_t all = std::numeric_limits<std::uint32_t>::max();

    static const Sends together;  ///< what may go at a time goes by one call
    static const Sends apart;     ///< a call for each message
    static const Sends in_parts;  ///< two calls for each message: one for its first bytes, one for the others

    std::uint32_t messages = all;  ///< of one call, at most
    bool cut = false;

    bool operator==(const Sends& other) const { return messages == other.messages && cut == other.cut; }
    bool operator!=(const Sends& other) const { return !(*this == other); }
};

inline constexpr Sends Sends::together{};
inline constexpr Sends Sends::apart{1};
inline constexpr Sends Sends::in_parts{1, true};

/// The client that a load is asked of.
struct LoadRoom {
    bool stream = true;
    bool sized = true;                       ///< a message's length is before it, so that messages may differ in size
    bool one_way = false;                    ///< its server acknowledges, and does not echo
    bool ticks = false;                      ///< its server sends snapshots
    bool churns = false;                     ///< it opens a connection for each message
    std::int64_t in_flight = max_in_flight;  ///< on each connection
    std::int64_t message_bytes = min_message_bytes;
    std::int64_t unread_bytes = max_preflood_bytes;  ///< what a connection's buffers hold while nobody reads
};

/// The connection that a load is for.
struct LoadPlace {
    std::int64_t origin = 0;  ///< when the request to run was received
    std::size_t connection = 0;
    std::size_t connections = 1;
};

/// Makes the load of a connection, with the fields that a request to run gave.
using LoadMaker = std::function<std::unique_ptr<Load>(const LoadPlace&)>;

}  // namespace pingmark
