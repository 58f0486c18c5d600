#include "kit/clock_readings.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "kit/payload.hpp"

namespace pingmark {
namespace {

/// Of a clock that is read at times in units of its value, each a call of 17.3 and a random pause after the one before.
ClockReadings readings_of(const std::function<double(double)>& value, int count = 20'000, double call = 17.3) {
    SplitMix64 random(7);
    double time = 1e6;
    ClockReadings readings(static_cast<std::int64_t>(value(time)));
    for (int i = 0; i < count; ++i) {
        time += call + static_cast<double>(random.next() % 10'000) / 100;
        // Sometimes something else runs.
        if (random.next() % 5'000 == 0) time += 300'000;
        readings.add(static_cast<std::int64_t>(value(time)));
    }
    return readings;
}

/// A clock that advances by a step, of which whole units are read.
std::function<double(double)> stepping(double step) {
    return [step](double time) { return std::floor(std::floor(time / step) * step); };
}

TEST(ClockReadings, TellAStepBelowTheCostOfACall) {
    EXPECT_NEAR(10.015, readings_of(stepping(10.015)).resolution(), 0.01);
    EXPECT_NEAR(10.015, readings_of(stepping(10.015), 20'000, 371).resolution(), 0.01);
}

TEST(ClockReadings, TellAStepThatIsDisturbedNowAndThen) {
    SplitMix64 random(3);
    double shift = 0;
    const auto value = [&](double time) {
        if (random.next() % 200 == 0) shift += 3.7;
        return stepping(10.015)(time) + shift;
    };
    EXPECT_NEAR(10.015, readings_of(value).resolution(), 0.01);
}

TEST(ClockReadings, HaveNoResolutionBelowTheirUnit) { EXPECT_EQ(1, readings_of(stepping(1)).resolution()); }

TEST(ClockReadings, ThatFollowNoStepHaveThatOfTheirUnit) {
    SplitMix64 random(3);
    EXPECT_EQ(1, readings_of([&](double time) { return time + static_cast<double>(random.next() % 10); }).resolution());
}

TEST(ClockReadings, ThatMostlyRepeatTellEachStep) {
    EXPECT_EQ(1e6, readings_of(stepping(1e6), 200'000).resolution());
    EXPECT_NEAR(3'333.333, readings_of(stepping(10'000 / 3.0), 200'000).resolution(), 0.1);
}

TEST(ClockReadings, AreNotTakenInByAProcessorThatNeverReadsTheSameTwice) {
    double before = 0;
    const auto value = [&](double time) { return before = std::max(before + 1, stepping(26)(time)); };
    EXPECT_NEAR(26, readings_of(value, 20'000, 12).resolution(), 0.05);
}

TEST(ClockReadings, CountHowOftenItWentBack) {
    ClockReadings readings(5);
    for (const int reading : {6, 5, 5, 7, 1}) readings.add(reading);
    EXPECT_EQ(2, readings.went_back());
}

}  // namespace
}  // namespace pingmark
