#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "kit/constants.hpp"

namespace pingmark {

/// The messages that a measurement counts. Lanes draw them in portions that become smaller towards the end, so that a
/// slow lane holds up none of the others, and all of them end at about the same time (guided self-scheduling, C.
/// Polychronopoulos and D. Kuck 1987).
class MessagePool {
public:
    void fill(std::uint64_t messages, std::size_t lanes) {
        portions_ = pool_portions_per_lane * lanes;
        left_.store(messages, std::memory_order_relaxed);
    }

    /// 0: there are none left.
    std::uint64_t draw() {
        std::uint64_t left = left_.load(std::memory_order_relaxed);
        std::uint64_t portion = 0;
        do {
            portion = std::min(left, std::max<std::uint64_t>(1, left / portions_));
        } while (!left_.compare_exchange_weak(left, left - portion, std::memory_order_relaxed));
        return portion;
    }

private:
    std::atomic<std::uint64_t> left_{0};
    std::uint64_t portions_ = 1;
};

}  // namespace pingmark
