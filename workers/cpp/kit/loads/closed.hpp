#pragma once

#include "kit/failure.hpp"
#include "kit/loads/load.hpp"
#include "kit/request.hpp"

namespace pingmark {

/// A closed loop: whenever a slot is free, the next message goes.
class Closed : public Load {
public:
    Closed() : Load(at_once) {}

    static LoadMaker read(Request&, const LoadLimits&) {
        return [](const LoadTarget&) { return std::make_unique<Closed>(); };
    }

    /// `write-write-read`: each message goes by two calls, as from a program that writes a header and then a body.
    /// Nagle's algorithm then holds the body back until the receiver acknowledges the header, which it delays.
    static LoadMaker read_in_parts(Request& request, const LoadLimits& limits) {
        if (!limits.is_stream)
            throw Unsupported("load write-write-read: a datagram goes whole, and only streams take parts");
        return read(request, limits);
    }

    /// `stream`: one-way messages, sent as fast as acknowledgements free slots, `batch` by each call.
    static Sends read_stream_sends(Request& request, const LoadLimits& limits) {
        const std::int64_t messages = request.integer_or("batch", 1, 1, limits.in_flight);
        if (messages > 1 && !limits.is_stream) throw Unsupported("batch: a datagram goes by a call of its own");
        return {static_cast<std::uint32_t>(messages)};
    }
};

}  // namespace pingmark
