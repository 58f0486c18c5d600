#include "kit/clock_readings.hpp"

#include <algorithm>
#include <cmath>

namespace pingmark {

namespace {

using Differences = std::vector<std::int64_t>;

constexpr std::size_t differences_kept = 10'000;
constexpr std::int64_t repeats_of_a_coarse_clock = 9;  // for each reading that differs from the one before
constexpr double finest_told_from_chance = 4;          // of steps, in units of the readings
constexpr int steps_in_a_usual_difference = 1'000;     // at most
constexpr double reach = 100;                          // what is longer was interrupted, in usual differences
constexpr double rounding = 1;                         // of a difference, in units of the readings
constexpr std::size_t misfits_of = 100;                // one in so many may be no multiple

/// A step by which the differences up to the longest are the same multiples as by a step that is about right.
double refined(const Differences& sorted, double step, double longest) {
    double sum = 0, steps = 0;
    for (const std::int64_t difference : sorted) {
        const auto length = static_cast<double>(difference);
        if (length > longest) break;
        const double multiple = std::round(length / step);
        // A processor that never reads the same twice adds one, which is no step.
        if (multiple == 0) continue;
        sum += length;
        steps += multiple;
    }
    return steps == 0 ? step : sum / steps;
}

bool fits(const Differences& sorted, double step) {
    std::size_t misfits = 0;
    for (const std::int64_t difference : sorted) {
        const auto length = static_cast<double>(difference);
        if (std::fabs(length - std::round(length / step) * step) > rounding && ++misfits * misfits_of > sorted.size())
            return false;
    }
    return true;
}

}  // namespace

void ClockReadings::keep(std::int64_t difference) {
    if (differences_.size() < differences_kept)
        differences_.push_back(difference);
    else
        differences_[advances_ % differences_kept] = difference;
    ++advances_;
}

double ClockReadings::resolution() const {
    if (differences_.empty()) return 0;
    Differences sorted = differences_;
    std::sort(sorted.begin(), sorted.end());
    if (repeats_ >= repeats_of_a_coarse_clock * static_cast<std::int64_t>(advances_)) {
        const auto least = static_cast<double>(sorted.front());
        return refined(sorted, least, reach * least);
    }
    // Shorter ones may be something else, and longer ones were more often interrupted.
    const auto usual = static_cast<double>(sorted[sorted.size() / 10]);
    const auto interrupted = std::upper_bound(sorted.begin(), sorted.end(), static_cast<std::int64_t>(reach * usual));
    sorted.erase(interrupted, sorted.end());
    for (int steps = 1; steps <= steps_in_a_usual_difference; ++steps) {
        double step = usual / steps;
        if (step < finest_told_from_chance) break;
        // Of long differences only a step that is about right tells the multiple.
        for (const double longest : {2 * usual, 10 * usual, reach * usual}) step = refined(sorted, step, longest);
        if (fits(sorted, step)) return step;
    }
    return 1;
}

}  // namespace pingmark
