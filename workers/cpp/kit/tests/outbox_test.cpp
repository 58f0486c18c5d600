#include <gtest/gtest.h>

#include <array>
#include <string>

#include "kit/buffers.hpp"

namespace pingmark {
namespace {

constexpr std::size_t message_bytes = 8;
constexpr std::size_t in_flight = 2;
constexpr std::size_t capacity = 2 * in_flight * message_bytes;

TEST(Outbox, ComposesWhereItIsTold) {
    std::array<char, capacity> ring{};
    Outbox outbox(in_flight, message_bytes);
    outbox.compose_at(ring.data(), ring.size());
    std::memcpy(outbox.extend(message_bytes), "abcdefgh", message_bytes);
    EXPECT_EQ(ring.data(), outbox.data());
    EXPECT_EQ("abcdefgh", std::string(ring.data(), message_bytes));
    outbox.sent(message_bytes);
    EXPECT_EQ(0u, outbox.pending());
}

TEST(Outbox, HasMemoryOfItsOwnWhereThereIsTooLittleRoom) {
    std::array<char, capacity> ring{};
    Outbox outbox(in_flight, message_bytes);
    outbox.compose_at(ring.data(), ring.size());
    outbox.compose_at(ring.data(), ring.size() - 1);
    std::memcpy(outbox.extend(message_bytes), "abcdefgh", message_bytes);
    EXPECT_NE(ring.data(), outbox.data());
    EXPECT_EQ('\0', ring[0]);
}

TEST(Outbox, WritesNothingBehindThePlaceThatItWasTold) {
    std::array<char, capacity> ring{};
    Outbox outbox(in_flight, message_bytes);
    outbox.compose_at(ring.data(), ring.size());
    for (std::size_t i = 0; i < capacity / message_bytes; ++i) ASSERT_NE(nullptr, outbox.extend(message_bytes));
    outbox.sent(message_bytes);
    EXPECT_EQ(nullptr, outbox.extend(message_bytes));
}

}  // namespace
}  // namespace pingmark
