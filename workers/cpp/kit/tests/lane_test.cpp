#include "kit/lane.hpp"

#include <gtest/gtest.h>

#include "fake_lane.hpp"

namespace pingmark {
namespace {

constexpr std::int64_t lost_after = 100 * millisecond;

Window window_until(std::int64_t to) {
    Window window;
    window.to = to;
    return window;
}

ChosenLoad rate_of(std::int64_t per_s) {
    const FixedRate::Plan plan{per_s, false, 1};
    return {"fixed-rate", true, [plan](const LoadTarget& place) { return std::make_unique<FixedRate>(plan, place); }};
}

TEST(Lane, WaitsUntilALossIsDueAndConfirmsItWithoutWaiting) {
    FakeLane fake(Framing::datagram, 1, 1, 32, lost_after);
    fake.begin(0, window_until(second), closed_load());
    EXPECT_EQ(0, fake.lane().wait_ns()) << "the first pass";
    EXPECT_TRUE(fake.pass(0));
    EXPECT_EQ(first_look_for_losses_after_ns, fake.lane().wait_ns());
    EXPECT_TRUE(fake.pass(first_look_for_losses_after_ns));
    EXPECT_EQ(0, fake.lane().wait_ns()) << "a pass that confirms";
    EXPECT_TRUE(fake.pass(first_look_for_losses_after_ns + 1));
    EXPECT_EQ(longest_wait_ns, fake.lane().wait_ns());
    EXPECT_TRUE(fake.pass(lost_after - millisecond));
    EXPECT_EQ(millisecond, fake.lane().wait_ns()) << "no later than the deadline";
    EXPECT_TRUE(fake.pass(lost_after));
    EXPECT_EQ(0u, fake.lane().counts().lost);
    EXPECT_TRUE(fake.pass(lost_after + 1));
    EXPECT_EQ(1u, fake.lane().counts().lost);
}

TEST(Lane, NoticesEveryLossWithin15MillisecondsOfItsDeadline) {
    constexpr std::uint32_t in_flight = 16;
    FakeLane fake(Framing::datagram, 1, in_flight, 32, lost_after);
    fake.begin(0, window_until(second), closed_load());
    std::int64_t now = 0;
    std::uint64_t lost_before = 0;
    // A message a millisecond is answered at first, so that their deadlines are spread.
    for (std::uint32_t slot = 0; slot < in_flight; ++slot) ASSERT_TRUE(fake.pass(now += millisecond, 0, {{slot, ""}}));
    const std::size_t sent = fake.sent().size();
    for (; fake.lane().counts().lost < in_flight; now += std::max<std::int64_t>(fake.lane().wait_ns(), 1000)) {
        ASSERT_TRUE(fake.pass(now));
        for (; lost_before < fake.lane().counts().lost; ++lost_before) {
            const std::int64_t deadline = fake.sent()[sent - in_flight + lost_before].at + lost_after;
            EXPECT_LE(deadline, now);
            EXPECT_LE(now, deadline + loss_noticed_within_ns);
        }
    }
}

TEST(Lane, AMeasurementsOwnTimeForLossesHoldsForItAlone) {
    constexpr std::int64_t sooner = 10 * millisecond;
    FakeLane fake(Framing::datagram, 1, 1, 32, lost_after);
    Window window = window_until(millisecond);
    window.lost_after = sooner;
    fake.begin(0, window, closed_load());
    EXPECT_TRUE(fake.pass(sooner));
    EXPECT_EQ(0u, fake.lane().counts().lost);
    EXPECT_FALSE(fake.pass(sooner + 1)) << "the lost message was the last one";
    EXPECT_EQ(1u, fake.lane().counts().lost);

    fake.begin(second, window_until(second + millisecond), closed_load());
    for (std::int64_t after = 0; after < lost_after; after += millisecond) EXPECT_TRUE(fake.pass(second + after));
    EXPECT_EQ(0u, fake.lane().counts().lost);
}

TEST(Lane, WhatMayHaveArrivedPostponesALoss) {
    FakeLane fake(Framing::datagram, 1, 1, 32, lost_after);
    fake.begin(0, window_until(second), closed_load());
    constexpr bool more = true;
    EXPECT_TRUE(fake.pass(lost_after));
    EXPECT_TRUE(fake.pass(lost_after + 1, more));
    EXPECT_EQ(0u, fake.lane().counts().lost);
    EXPECT_TRUE(fake.pass(lost_after + 2));
    EXPECT_EQ(1u, fake.lane().counts().lost);
}

TEST(Lane, APeerThatDoesNotReadGetsNoMoreThanIsInFlight) {
    FakeLane fake(Framing::length_le, 1, 4, 32, lost_after);
    fake.set_peer_reads(false);
    fake.begin(0, window_until(100 * second), closed_load());
    std::int64_t now = 0;
    for (int i = 0; i < 100; ++i) ASSERT_TRUE(fake.pass(now += lost_after / 2));
    EXPECT_EQ(4u, fake.lane().counts().lost);
    EXPECT_EQ(4u, fake.lane().window().sent());
    fake.set_peer_reads(true);
    ASSERT_TRUE(fake.pass(now += millisecond, 0, {{0, ""}}));
    EXPECT_EQ(1u, fake.lane().counts().late);
}

TEST(Lane, ATimedMessageIsWaitedForToItsNanosecond) {
    FakeLane fake(Framing::datagram, 1, 1, 32, lost_after);
    fake.begin(0, window_until(second), rate_of(1000));
    ASSERT_TRUE(fake.pass(10, 0, {{0, ""}}));
    EXPECT_EQ(millisecond - 10, fake.lane().wait_ns());
    ASSERT_TRUE(fake.pass(millisecond - 1));
    EXPECT_EQ(1, fake.lane().wait_ns());
    ASSERT_TRUE(fake.pass(millisecond));
    EXPECT_EQ(2u, fake.sent().size());
}

TEST(Lane, APollInVainSendsWhatIsDue) {
    FakeLane fake(Framing::datagram, 2, 1, 32, lost_after);
    fake.begin(0, window_until(second), rate_of(1000));
    FakeClock::time = millisecond;
    fake.lane().polled_in_vain([&](Connection& connection) { connection.outbox.sent(32); });
    EXPECT_EQ(2u, fake.lane().window().sent());
}

TEST(Lane, AMeasurementBeginsWithCountsOfItsOwn) {
    FakeLane fake(Framing::datagram, 1, 1, 32, lost_after);
    fake.begin(0, window_until(100), rate_of(1000));
    EXPECT_FALSE(fake.pass(150, 0, {{0, ""}, {0, ""}}));
    EXPECT_EQ(1u, fake.lane().counts().duplicated);
    EXPECT_EQ(150, fake.lane().counts().round_trips->extent.max);
    fake.begin(second, window_until(second + 100), closed_load());
    EXPECT_TRUE(fake.pass(second + 30, 0, {{1, ""}}));
    EXPECT_EQ(30, fake.lane().counts().round_trips->extent.max);
    EXPECT_EQ(1u, fake.lane().counts().received);
    EXPECT_EQ(1u, fake.lane().end().answered);
    EXPECT_EQ(0u, fake.lane().counts().duplicated);
    EXPECT_EQ(nullptr, fake.lane().counts().uncorrected);
}

}  // namespace
}  // namespace pingmark
