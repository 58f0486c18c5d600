#include "kit/counts.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "kit/payload.hpp"

namespace pingmark {
namespace {

void offer(Slowest& slowest, std::size_t connection, std::int64_t sent_at, std::int64_t duration) {
    if (slowest.admits(duration)) slowest.keep({connection, {sent_at, sent_at, sent_at + duration}});
}

std::vector<std::int64_t> durations_of(const Slowest& slowest) {
    std::vector<std::int64_t> durations;
    for (const Slowest::Message& message : slowest.messages()) durations.push_back(message.times.duration());
    std::sort(durations.begin(), durations.end(), std::greater<>());
    return durations;
}

/// As many as sorting all of them would find, whatever their order.
TEST(Slowest, AreThoseOfAllMessages) {
    constexpr std::size_t messages = 5000;
    for (const std::size_t most : {1u, 2u, 7u, 256u, 1024u}) {
        Slowest slowest;
        slowest.begin(most);
        SplitMix64 random(most);
        std::vector<std::int64_t> all;
        for (std::size_t n = 0; n < messages; ++n) {
            all.push_back(static_cast<std::int64_t>(random.next() % 3000));
            offer(slowest, n, static_cast<std::int64_t>(n), all.back());
        }
        std::sort(all.begin(), all.end(), std::greater<>());
        all.resize(most);
        EXPECT_EQ(all, durations_of(slowest)) << most;
    }
}

TEST(Slowest, AreForgottenByTheNextMeasurement) {
    Slowest slowest;
    slowest.begin(1);
    offer(slowest, 0, 0, 100);
    slowest.begin(1);
    offer(slowest, 0, 0, 5);
    EXPECT_EQ((std::vector<std::int64_t>{5}), durations_of(slowest));
    slowest.begin(0);
    EXPECT_FALSE(slowest.admits(1'000'000));
    EXPECT_TRUE(slowest.messages().empty());
}

TEST(Slowest, OfLanesAreThoseOfAllTogether) {
    Slowest one;
    Slowest other;
    Slowest sum;
    for (Slowest* each : {&one, &other, &sum}) each->begin(3);
    for (const std::int64_t duration : {1, 9, 5, 7}) offer(one, 0, 0, duration);
    for (const std::int64_t duration : {8, 2}) offer(other, 1, 0, duration);
    sum.add(one);
    sum.add(other);
    EXPECT_EQ((std::vector<std::int64_t>{9, 8, 7}), durations_of(sum));
}

}  // namespace
}  // namespace pingmark
