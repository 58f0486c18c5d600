#pragma once

#include "kit/failure.hpp"
#include "kit/loads/closed.hpp"

namespace pingmark {

/// A closed loop whose messages go by two calls each, as of a program that writes a header and then a body: Nagle's
/// algorithm keeps the body back until the header is acknowledged, which its receiver puts off.
class WriteWriteRead {
public:
    static LoadMaker read(Request& request, const LoadRoom& room) {
        if (!room.stream)
            throw Unsupported("load write-write-read: a datagram goes whole, and only streams take parts");
        return Closed::read(request, room);
    }
};

}  // namespace pingmark
