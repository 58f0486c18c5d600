#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "kit/constants.hpp"

namespace pingmark {

/// Detects lanes that hang in a send or receive. Silence is counted in looks, so that time in which the process was
/// stopped does not count.
class Watchdog {
public:
    /// In place of the turns of a lane that is not measuring.
    static constexpr std::uint64_t parked = std::numeric_limits<std::uint64_t>::max();

    explicit Watchdog(std::size_t lanes) : lanes_(lanes) {}

    /// Call every `watchdog_interval_ns`. True: lanes hang.
    template <class TurnsOf>
    bool look(TurnsOf&& turns_of) {
        unsigned shortest = std::numeric_limits<unsigned>::max();
        unsigned longest = 0;
        for (std::size_t i = 0; i < lanes_.size(); ++i) {
            const std::uint64_t turns = turns_of(i);
            if (turns == parked) continue;
            SilentLane& lane = lanes_[i];
            lane.looks = turns == lane.turns ? lane.looks + 1 : 0;
            lane.turns = turns;
            shortest = std::min(shortest, lane.looks);
            longest = std::max(longest, lane.looks);
        }
        const bool any_measures = shortest <= longest;
        return any_measures &&
               (shortest >= watchdog_all_lanes_silent_intervals || longest >= watchdog_one_lane_silent_intervals);
    }

private:
    struct SilentLane {
        std::uint64_t turns = parked;
        unsigned looks = 0;
    };
    std::vector<SilentLane> lanes_;
};

}  // namespace pingmark
