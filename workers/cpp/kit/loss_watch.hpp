#pragma once

#include <algorithm>
#include <cstdint>

#include "kit/constants.hpp"

namespace pingmark {

/// When a lane looks for lost messages, and which it may call lost. A message is lost only if its time was up before a
/// whole pass over the connections: after a stopped process continues, answers may still wait in the sockets.
class LossWatch {
public:
    void begin(std::int64_t now) {
        look_at_ = now + first_look_for_losses_after_ns;
        confirming_ = false;
    }

    /// A pass over all connections has ended; `more`: some may hold more that arrived before it began. True: messages
    /// whose time was up at `noted` are lost.
    bool passed(std::int64_t now, bool more) {
        if (!confirming_) {
            if (now < look_at_) return false;
            confirming_ = true;
            noted_ = now;
            postponed_ = 0;
            return false;
        }
        constexpr unsigned longest_postponement = 64;
        return !more || ++postponed_ == longest_postponement;
    }

    /// A look for losses has ended. Nothing else can be lost before `next_deadline`.
    void looked(std::int64_t now, std::int64_t next_deadline) {
        confirming_ = false;
        look_at_ = std::max(now + first_look_for_losses_after_ns, next_deadline);
    }

    std::int64_t noted() const { return noted_; }
    /// The next pass decides, and must not wait.
    bool confirming() const { return confirming_; }
    std::int64_t look_at() const { return look_at_; }

private:
    std::int64_t look_at_ = 0;
    std::int64_t noted_ = 0;
    unsigned postponed_ = 0;
    bool confirming_ = false;
};

}  // namespace pingmark
