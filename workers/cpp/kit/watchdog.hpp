#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "kit/constants.hpp"

namespace pingmark {

/// Notices lanes that are silent for so long that waiting is in vain: a send or receive does not return. Silence is
/// counted in looks, so that time for which the whole process was stopped is none.
class Watchdog {
public:
    /// What a lane that has nothing to do says instead of how often its loop has turned.
    static constexpr std::uint64_t parked = std::numeric_limits<std::uint64_t>::max();

    explicit Watchdog(std::size_t lanes) : lanes_(lanes) {}

    /// A look at all lanes, every `watchdog_interval_ns`. True when waiting is in vain.
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
