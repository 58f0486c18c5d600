#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace pingmark {

/// Counts in the protocol's layout `log-linear/1024`: 1 ns steps up to 2048, then 1024 to 2048 steps per power of two.
class Histogram {
public:
    static constexpr std::size_t size = 27'648;
    static constexpr std::uint64_t highest = (std::uint64_t{1} << 36) - 1;

    Histogram();

    void record(std::uint64_t value) { ++counts_.get()[index_of(value)]; }

    /// Forgets what was recorded between two values: a lane's histogram is mostly empty, and often cleared.
    void clear(std::uint64_t from, std::uint64_t to);

    const std::uint32_t* counts() const { return counts_.get(); }

    static std::size_t index_of(std::uint64_t value) {
        if (value > highest) value = highest;
        // Setting bit 10 makes shift 0 for all values below 2048, without a branch.
        const unsigned shift = 53u - static_cast<unsigned>(__builtin_clzll(value | 1024));
        return (std::size_t{shift} << 10) + (value >> shift);
    }

private:
    struct Unmap {
        void operator()(std::uint32_t* counts) const;
    };
    std::unique_ptr<std::uint32_t, Unmap> counts_;
};

/// The sum of many lanes' histograms, in the sparse form that is sent.
class MergedHistogram {
public:
    MergedHistogram() : counts_(Histogram::size) {}

    void add(const Histogram& part, std::uint64_t lowest = 0, std::uint64_t highest = Histogram::highest);
    std::vector<std::uint64_t> sparse() const;

private:
    std::vector<std::uint64_t> counts_;
};

}  // namespace pingmark
