#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "kit/counter.hpp"
#include "kit/histogram.hpp"
#include "kit/slots.hpp"

namespace pingmark {

/// Exact figures of counted round trips, beside their histogram.
struct RoundTrips {
    std::int64_t min = std::numeric_limits<std::int64_t>::max();
    std::int64_t max = -1;
    std::int64_t sum = 0;

    bool empty() const { return max < 0; }

    void add(const RoundTrips& other) {
        min = std::min(min, other.min);
        max = std::max(max, other.max);
        sum += other.sum;
    }
};

/// Answers that are wrong in some way, counted or not, since the last result.
struct Faults {
    std::uint64_t corrupt = 0;
    std::uint64_t late = 0;
    std::uint64_t duplicated = 0;
    std::uint64_t reordered = 0;

    void add(Stray stray) {
        switch (stray) {
            case Stray::late:
                ++late;
                break;
            case Stray::duplicated:
                ++duplicated;
                break;
            case Stray::corrupt:
                ++corrupt;
                break;
        }
    }

    void add(const Faults& other) {
        corrupt += other.corrupt;
        late += other.late;
        duplicated += other.duplicated;
        reordered += other.reordered;
    }
};

/// What one lane counts. Other threads read the counters while it runs, and the rest while it is parked.
struct Tally {
    Counter matched;   ///< answers since connect
    Counter received;  ///< counted messages, answered
    Counter lost;      ///< counted messages, lost
    RoundTrips round_trips;
    Faults faults;
    Histogram histogram;

    void record(std::int64_t round_trip) {
        histogram.record(static_cast<std::uint64_t>(round_trip));
        round_trips.min = std::min(round_trips.min, round_trip);
        round_trips.max = std::max(round_trips.max, round_trip);
        round_trips.sum += round_trip;
    }

    void begin_window() {
        if (!round_trips.empty()) {
            histogram.clear(static_cast<std::uint64_t>(round_trips.min), static_cast<std::uint64_t>(round_trips.max));
        }
        round_trips = {};
        received.reset();
        lost.reset();
    }
};

}  // namespace pingmark
