#pragma once

#include <sys/types.h>

#include <algorithm>
#include <cstddef>
#include <memory>

#include "kit/server.hpp"

namespace pingmark {

/// The server's end of a stream whose client's end has the same thread: what was sent is received here, and sent back,
/// before the client receives. Should it never come, the watchdog ends the measurement.
class OtherEnd {
public:
    virtual ~OtherEnd() = default;

    /// So many bytes were sent to it. False: the connection has ended.
    bool echo(std::size_t sent) {
        owed_ += sent;
        while (owed_ > 0 || has_unsent()) {
            const ssize_t n = serve();
            if (n < 0) return false;
            owed_ -= std::min(owed_, static_cast<std::size_t>(n));
        }
        return true;
    }

protected:
    /// Sends what is unsent, or receives once as the stack's server does, and sends back what is whole. How many bytes
    /// were received; -1: the connection has ended.
    virtual ssize_t serve() = 0;
    virtual bool has_unsent() const = 0;

private:
    std::size_t owed_ = 0;
};

/// Takes the next connection, which is on its way.
using MeetOtherEnd = std::unique_ptr<OtherEnd> (*)(Server&);

}  // namespace pingmark
