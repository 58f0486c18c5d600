#include <gtest/gtest.h>

#include <cstdlib>
#include <new>

#include "fake_lane.hpp"

namespace {
/// By this thread.
thread_local std::size_t allocations = 0;
}  // namespace

// Out of line, so that the compiler takes none of them for a mismatch of the others.
[[gnu::noinline]] void* operator new(std::size_t bytes) {
    ++allocations;
    if (void* memory = std::malloc(bytes)) return memory;
    throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace pingmark {
namespace {

/// From the first message to the last: what a kit allocates would be charged to its language's stacks.
TEST(Allocations, AMeasurementMakesNone) {
    constexpr std::size_t messages = 1000;
    for (const std::uint64_t lap : {0, 100}) {
        FakeLane fake(Framing::length_le, 1, 1, 32, second);
        fake.reserve(2 * messages);
        Window window;
        window.to = second;
        window.lap_messages = lap;
        window.slowest = lap;
        fake.begin(0, window, closed_load());
        fake.pass(0);
        const std::size_t before = allocations;
        for (std::size_t n = 1; n <= messages; ++n) ASSERT_TRUE(fake.pass_echo(static_cast<std::int64_t>(n) * 1000));
        EXPECT_EQ(before, allocations);
        EXPECT_EQ(messages, fake.lane().counts().received);
    }
}

}  // namespace
}  // namespace pingmark
