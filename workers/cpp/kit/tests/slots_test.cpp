#include "kit/slots.hpp"

#include <gtest/gtest.h>

namespace pingmark {
namespace {

std::uint32_t send(Slots& slots, std::uint32_t index) { return slots.begin(index, 0, 0, true); }

void answer(Slots& slots, std::uint32_t sequence) { slots.answer(slots[slots.index_of(sequence)]); }

TEST(Slots, ASequenceNumberHasItsSlotInTheLowBits) {
    Slots slots(3);
    EXPECT_EQ(2u, send(slots, 2));
    answer(slots, 2);
    EXPECT_EQ(4u + 2u, send(slots, 2));
    EXPECT_EQ(0u, send(slots, 0));
}

TEST(Slots, AGenerationWrapsWithItsBits) {
    Slots slots(65'536);
    for (int i = 0; i < 65'536; ++i) answer(slots, send(slots, 7));
    EXPECT_EQ(7u, send(slots, 7));
    EXPECT_TRUE(slots.awaits(7));
}

TEST(Slots, TellStraysApart) {
    Slots slots(2);
    EXPECT_EQ(Stray::corrupt, slots.classify(0)) << "nothing was sent";
    const std::uint32_t first = send(slots, 0);
    answer(slots, first);
    EXPECT_EQ(Stray::duplicated, slots.classify(first));
    const std::uint32_t lost = send(slots, 0);
    slots[0].waiting = false;
    EXPECT_EQ(Stray::late, slots.classify(lost));
    EXPECT_EQ(Stray::duplicated, slots.classify(lost)) << "the second late answer";
    EXPECT_EQ(Stray::corrupt, slots.classify(lost + 2)) << "a generation that was not sent";
    EXPECT_EQ(Stray::corrupt, slots.classify(1)) << "a slot that has sent nothing";
}

TEST(Slots, RememberTheAnswersOfSixtyFourGenerations) {
    Slots slots(1);
    for (std::uint32_t i = 0; i <= answers_remembered_per_slot; ++i) answer(slots, send(slots, 0));
    EXPECT_EQ(Stray::late, slots.classify(0)) << "forgotten";
    EXPECT_EQ(Stray::duplicated, slots.classify(1));
}

TEST(Slots, GiveTheSlotThatHasBeenVacantLongest) {
    Slots slots(3);
    slots.begin_measurement();
    for (const std::uint32_t expected : {0u, 1u, 2u}) {
        EXPECT_EQ(expected, slots.vacant());
        slots.take_vacant();
    }
    EXPECT_EQ(Slots::none, slots.vacant());
    slots.vacate(2);
    slots.vacate(0);
    EXPECT_EQ(2u, slots.vacant());
    slots.take_vacant();
    EXPECT_EQ(0u, slots.vacant());
}

}  // namespace
}  // namespace pingmark
