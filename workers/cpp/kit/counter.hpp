#pragma once

#include <atomic>
#include <cstdint>

namespace pingmark {

/// A count that one thread writes and others may read at any time. A relaxed load and store compile to a plain
/// addition, where an atomic read-modify-write would lock the cache line for every message.
class Counter {
public:
    void add(std::uint64_t n) { value_.store(get() + n, std::memory_order_relaxed); }
    void reset() { value_.store(0, std::memory_order_relaxed); }
    std::uint64_t get() const { return value_.load(std::memory_order_relaxed); }

private:
    std::atomic<std::uint64_t> value_{0};
};

}  // namespace pingmark
