#pragma once

#include <cstdint>

#include "kit/clock.hpp"

namespace pingmark {

/// The times of what goes evenly, so often a second: messages of a fixed rate, and ticks.
struct EvenTimes {
    std::int64_t origin = 0;  ///< the time of the first one, which has number 0
    std::int64_t rate_per_s = 1;

    std::int64_t of(std::int64_t number) const {
        return origin + number / rate_per_s * second + number % rate_per_s * second / rate_per_s;
    }

    /// The number of the first one after a time.
    std::int64_t after(std::int64_t time) const { return count_in(time - origin) + 1; }

    std::int64_t count_in(std::int64_t duration) const { return duration * rate_per_s / second; }
};

}  // namespace pingmark
