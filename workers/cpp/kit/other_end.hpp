#pragma once

#include <sys/types.h>

#include <algorithm>
#include <cstddef>
#include <memory>

#include "kit/server.hpp"

namespace pingmark {

/// The server's end of a stream, run by the client's thread: it receives what was sent and sends it back before the
/// client receives.
class OtherEnd {
public:
    virtual ~OtherEnd() = default;

    /// Echoes `sent` bytes that the client has just sent. False: the connection has ended.
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
    /// Sends what is unsent, or receives once and echoes whole messages. Returns the received bytes; -1: the connection
    /// has ended.
    virtual ssize_t serve() = 0;
    virtual bool has_unsent() const = 0;

private:
    std::size_t owed_ = 0;
};

/// Accepts the next connection, which is already under way.
using MeetOtherEnd = std::unique_ptr<OtherEnd> (*)(Server&);

}  // namespace pingmark
