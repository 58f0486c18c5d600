#pragma once

#include <sys/types.h>

#include <cstddef>

namespace pingmark {

/// A client's stream that is more than its socket: what comes before the hello, and how bytes travel from then on.
class Link {
public:
    enum class Begun { yes, wants_to_receive, wants_to_send };

    virtual ~Link() = default;
    /// Goes on as far as it can without waiting. Throws Failure.
    virtual Begun begin() = 0;
    /// As recv and send do, errno included, of a socket that does not block.
    virtual ssize_t receive(char* to, std::size_t room) = 0;
    virtual ssize_t send(const char* from, std::size_t n) = 0;
    /// The socket does not tell when something has arrived.
    virtual bool is_polled() const { return false; }
};

}  // namespace pingmark
