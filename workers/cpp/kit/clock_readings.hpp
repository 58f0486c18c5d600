#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace pingmark {

/// Readings of a clock, one after another with pauses of random lengths between them, and the resolution that they
/// show: the step of the value itself, which may be far below what a call takes.
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

    /// Whether there are too few differences to tell steps of the clock from interruptions.
    bool are_few() const { return advances_ < 10; }

    /// How often a reading was below the one before.
    std::int64_t went_back() const { return went_back_; }

    /// The step of the clock, in units of its readings; 0: it stood still. It is the largest of which practically all
    /// differences are multiples but for the readings' rounding, and 1 where that is not told from chance.
    double resolution() const;

private:
    void keep(std::int64_t difference);

    std::int64_t before_, repeats_ = 0, went_back_ = 0;
    std::size_t advances_ = 0;
    std::vector<std::int64_t> differences_;
};

}  // namespace pingmark
