#pragma once

#include <cstdint>
#include <vector>

#include "kit/constants.hpp"

namespace pingmark {

/// Durations of equal numbers of messages, each from the clock reading that ended the one before. A countdown that
/// never reaches zero stands for "no laps".
class Laps {
public:
    void begin(std::uint64_t messages) {
        messages_ = left_ = messages;
        durations_.clear();
        if (messages > 0) durations_.reserve(max_laps + 1);
    }

    /// The first counted message was sent.
    void start(std::int64_t now) { started_ = first_started_ = now; }

    /// A counted message has ended. True when a lap has, too.
    bool ended(std::int64_t now) {
        if (--left_ != 0) return false;
        durations_.push_back(now - started_);
        started_ = now;
        left_ = messages_;
        return true;
    }

    const std::vector<std::int64_t>& durations() const { return durations_; }
    std::int64_t first_started() const { return first_started_; }
    bool overflowed() const { return durations_.size() > max_laps; }

private:
    std::uint64_t messages_ = 0;
    std::uint64_t left_ = 0;
    std::int64_t started_ = 0;
    std::int64_t first_started_ = 0;
    std::vector<std::int64_t> durations_;
};

}  // namespace pingmark
