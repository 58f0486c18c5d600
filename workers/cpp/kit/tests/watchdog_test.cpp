#include "kit/watchdog.hpp"

#include <gtest/gtest.h>

namespace pingmark {
namespace {

/// How many looks it takes until waiting is in vain, at most `most`; 0: it never was.
template <class TurnsOf>
unsigned looks_until_in_vain(std::size_t lanes, unsigned most, TurnsOf turns_of) {
    Watchdog watchdog(lanes);
    for (unsigned look = 1; look <= most; ++look) {
        if (watchdog.look([&](std::size_t lane) { return turns_of(lane, look); })) return look;
    }
    return 0;
}

TEST(Watchdog, LanesThatTurnAreWaitedForWithoutEnd) {
    EXPECT_EQ(0u, looks_until_in_vain(3, 10'000, [](std::size_t, unsigned look) { return look; }));
}

TEST(Watchdog, AllLanesSilentAreInVainAfterThirtyLooks) {
    const unsigned looks = looks_until_in_vain(3, 10'000, [](std::size_t, unsigned) { return 7; });
    EXPECT_EQ(1 + watchdog_all_lanes_silent_intervals, looks);
}

TEST(Watchdog, OneSilentLaneAmongOthersIsWaitedForTenTimesAsLong) {
    const auto turns_of = [](std::size_t lane, unsigned look) { return lane == 1 ? 7u : look; };
    EXPECT_EQ(1 + watchdog_one_lane_silent_intervals, looks_until_in_vain(3, 10'000, turns_of));
}

TEST(Watchdog, ParkedLanesAreNeitherSilentNorASign) {
    EXPECT_EQ(0u, looks_until_in_vain(2, 10'000, [](std::size_t, unsigned) { return Watchdog::parked; }));
    const auto last_one_silent = [](std::size_t lane, unsigned) { return lane == 1 ? 7 : Watchdog::parked; };
    EXPECT_EQ(1 + watchdog_all_lanes_silent_intervals, looks_until_in_vain(2, 10'000, last_one_silent));
}

TEST(Watchdog, ASignOfLifeBeginsTheCountAnew) {
    const unsigned half = watchdog_all_lanes_silent_intervals / 2;
    const auto turns_of = [=](std::size_t, unsigned look) { return look / half; };
    EXPECT_EQ(0u, looks_until_in_vain(1, 10'000, turns_of));
}

}  // namespace
}  // namespace pingmark
