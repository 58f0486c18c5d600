#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "kit/histogram.hpp"

namespace pingmark {

/// The exact figures of a histogram's values.
struct Extent {
    std::int64_t min = std::numeric_limits<std::int64_t>::max();
    std::int64_t max = -1;
    std::int64_t sum = 0;

    bool empty() const { return max < 0; }

    void record(std::int64_t value) {
        min = std::min(min, value);
        max = std::max(max, value);
        sum += value;
    }

    void add(const Extent& other) {
        min = std::min(min, other.min);
        max = std::max(max, other.max);
        sum += other.sum;
    }
};

/// Durations, exact and as a histogram, which is mostly empty and often cleared.
struct Durations {
    Extent extent;
    Histogram histogram;

    void record(std::int64_t value) {
        histogram.record(static_cast<std::uint64_t>(value));
        extent.record(value);
    }

    void clear() {
        if (!extent.empty()) {
            histogram.clear(static_cast<std::uint64_t>(extent.min), static_cast<std::uint64_t>(extent.max));
        }
        extent = {};
    }

    void add_to(MergedHistogram& sum) const {
        if (extent.empty()) return;
        sum.add(histogram, static_cast<std::uint64_t>(extent.min), static_cast<std::uint64_t>(extent.max));
    }
};

}  // namespace pingmark
