#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>

#include "kit/counter.hpp"
#include "kit/histogram.hpp"
#include "kit/slots.hpp"

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

/// Answers of one measurement that are wrong in some way.
struct Faults {
    std::uint64_t corrupt = 0;
    std::uint64_t late = 0;
    std::uint64_t duplicated = 0;
    std::uint64_t reordered = 0;

    void add(const Faults& other) {
        corrupt += other.corrupt;
        late += other.late;
        duplicated += other.duplicated;
        reordered += other.reordered;
    }
};

/// What one lane counts. Other threads read it while the lane is parked, and those that are a Counter at any time.
struct Counts {
    Counter matched;                   ///< answers since connect
    std::uint64_t matched_before = 0;  ///< ... before this measurement
    std::uint64_t received = 0;        ///< counted messages, answered
    std::uint64_t lost = 0;            ///< counted messages, lost
    std::uint64_t unsent = 0;          ///< messages that would have counted, had they been sent
    Durations round_trips;
    Faults faults;

    /// What a timed load has besides.
    struct Timed {
        Durations uncorrected;    ///< round trips from the send
        Durations send_lateness;  ///< from the intended time to the send
    };
    std::unique_ptr<Timed> timed;

    /// What a connection for each message has besides.
    struct Churned {
        Durations connects;     ///< until it was connected
        Durations first_bytes;  ///< until the first byte of an answer, from the same beginning
    };
    std::unique_ptr<Churned> churned;

    Churned& begin_churned() {
        if (!churned) churned = std::make_unique<Churned>();
        churned->connects.clear();
        churned->first_bytes.clear();
        return *churned;
    }

    /// All answers of this measurement, of counted messages or not.
    std::uint64_t answered() const { return matched.get() - matched_before; }

    void begin(bool is_timed) {
        matched_before = matched.get();
        received = lost = unsent = 0;
        faults = {};
        round_trips.clear();
        if (!is_timed) {
            timed.reset();
        } else if (timed) {
            timed->uncorrected.clear();
            timed->send_lateness.clear();
        } else {
            timed = std::make_unique<Timed>();
        }
    }
};

}  // namespace pingmark
