#include "kit/window.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace pingmark {
namespace {

TEST(Window, OfALaneThatDrewNothingIsOverAtOnce) {
    MessagePool pool;
    pool.fill(1, 2);
    LaneWindow first;
    LaneWindow second;
    Window plan;
    plan.messages = 1;
    first.begin(plan, pool);
    second.begin(plan, pool);
    EXPECT_FALSE(first.over(0));
    EXPECT_TRUE(second.over(0));
}

TEST(MessagePool, GivesEveryMessageOnceInPortionsThatShrink) {
    MessagePool pool;
    constexpr std::uint64_t messages = 1'000'003;
    pool.fill(messages, 5);
    std::uint64_t sum = 0;
    std::uint64_t last = messages;
    for (std::uint64_t portion; (portion = pool.draw()) > 0; last = portion) {
        EXPECT_LE(portion, last);
        sum += portion;
    }
    EXPECT_EQ(messages, sum);
    EXPECT_EQ(1u, last);
}

TEST(MessagePool, TheFirstPortionIsAQuarterOfAnEvenShare) {
    MessagePool pool;
    pool.fill(80, 2);
    EXPECT_EQ(80u / 2 / 4, pool.draw());
}

TEST(Laps, EndTheWindowWhenThereAreTooMany) {
    MessagePool pool;
    LaneWindow window;
    Window plan;
    plan.to = Window::open_end;
    plan.lap_messages = 1;
    window.begin(plan, pool);
    window.sent(0);
    std::int64_t now = 0;
    while (!window.over(now)) window.ended(++now);
    EXPECT_TRUE(window.laps().overflowed());
    EXPECT_EQ(max_laps + 1, window.laps().durations().size());
}

}  // namespace
}  // namespace pingmark
