#pragma once

#include <string>

#include "kit/failure.hpp"
#include "kit/loads/closed.hpp"

namespace pingmark {

/// One way, as fast as it goes: a message goes whenever a slot is free, and slots become free when an acknowledgement
/// says that the server has the messages in them. So many messages go by one call.
class Stream {
public:
    static constexpr const char* name = "stream";

    static LoadMaker read(Request& request, const LoadRoom& room) { return Closed::read(request, room); }

    static Sends take_sends(Request& request, const LoadRoom& room) {
        const std::int64_t messages = request.integer_or("batch", 1, 1, room.in_flight);
        if (messages > 1 && !room.stream) throw Unsupported("batch: a datagram goes by a call of its own");
        return {static_cast<std::uint32_t>(messages)};
    }
};

}  // namespace pingmark
