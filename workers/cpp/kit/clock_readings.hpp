#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace pingmark {

/// Readings of a clock with random pauses in between, and its resolution: the step of its value, which may be far below
/// the cost of a call.
class ClockReadings {
public:
    explicit ClockReadings(std::int64_t first) : before_(first) {}

    void add(std::int64_t reading) {
        const std::int64_t difference = reading - before_;
        before_ = reading;
        if (difference > 0)
            keep(difference);
        else if (difference == 0)
            ++repeats_;
        else
            ++went_back_;
    }

    /// Whether there are too few differences for a resolution.
    bool are_few() const { return advances_ < 10; }

    /// How often a reading was below the one before.
    std::int64_t went_back() const { return went_back_; }

    /// The clock's step in units of its readings: the largest of which nearly all differences are multiples, apart from
    /// rounding. 0: the clock stood still; 1: no step could be told from chance.
    double resolution() const;

private:
    void keep(std::int64_t difference);

    std::int64_t before_, repeats_ = 0, went_back_ = 0;
    std::size_t advances_ = 0;
    std::vector<std::int64_t> differences_;
};

}  // namespace pingmark
