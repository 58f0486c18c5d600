#include "kit/window.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace pingmark {
namespace {

TEST(Window, CountsWhatIsIntendedWithinItsTimes) {
    MessagePool pool;
    LaneWindow window;
    Window plan;
    plan.from = 10;
    plan.to = 20;
    window.begin(plan, pool);
    EXPECT_FALSE(window.counts(9));
    EXPECT_TRUE(window.counts(10));
    EXPECT_TRUE(window.counts(19));
    EXPECT_FALSE(window.counts(20));
    EXPECT_FALSE(window.over(19));
    EXPECT_TRUE(window.over(20));
    EXPECT_EQ(20, window.counted_to());
}

TEST(Window, OfMessagesIsOverWithTheLastSend) {
    MessagePool pool;
    pool.fill(3, 1);
    LaneWindow window;
    Window plan;
    plan.messages = 3;
    window.begin(plan, pool);
    for (int i = 0; i < 3; ++i) {
        EXPECT_TRUE(window.counts(i));
        window.sent(i);
    }
    EXPECT_TRUE(window.over(0));
    window.ended(77);
    EXPECT_EQ(77, window.counted_to());
}

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

TEST(Laps, LastFromOneEndToTheNext) {
    Laps laps;
    laps.begin(2);
    laps.start(5);
    EXPECT_FALSE(laps.ended(7));
    EXPECT_TRUE(laps.ended(11));
    EXPECT_FALSE(laps.ended(12));
    EXPECT_TRUE(laps.ended(20));
    EXPECT_EQ((std::vector<std::int64_t>{6, 9}), laps.durations());
    EXPECT_EQ(5, laps.first_started());
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
