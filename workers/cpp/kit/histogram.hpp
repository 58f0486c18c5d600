#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <vector>

namespace pingmark {

/// Counts in the protocol's layout `log-linear/1024`: 1 ns steps up to 2048, then 1024 to 2048 steps per power of two.
class Histogram {
public:
    static constexpr std::size_t size = 27'648;
    static constexpr std::uint64_t highest = (std::uint64_t{1} << 36) - 1;

    /// Fresh pages are zero and cost memory only where a count is touched, which matters with a thousand lanes.
    Histogram() {
        void* pages =
            mmap(nullptr, size * sizeof(std::uint32_t), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (pages == MAP_FAILED) throw std::bad_alloc();
        counts_.reset(static_cast<std::uint32_t*>(pages));
    }

    void record(std::uint64_t value) { ++counts_.get()[index_of(value)]; }

    /// Clears between two values only: a lane's histogram is mostly empty, and often cleared.
    void clear(std::uint64_t from, std::uint64_t to) {
        std::fill(counts_.get() + index_of(from), counts_.get() + index_of(to) + 1, 0u);
    }

    const std::uint32_t* counts() const { return counts_.get(); }

    static std::size_t index_of(std::uint64_t value) {
        if (value > highest) value = highest;
        // Setting bit 10 makes shift 0 for all values below 2048, without a branch.
        const unsigned shift = 53u - static_cast<unsigned>(__builtin_clzll(value | 1024));
        return (std::size_t{shift} << 10) + (value >> shift);
    }

private:
    struct Unmap {
        void operator()(std::uint32_t* counts) const { munmap(counts, size * sizeof(std::uint32_t)); }
    };
    std::unique_ptr<std::uint32_t, Unmap> counts_;
};

/// The sum of many lanes' histograms, which replies contain in sparse form.
class MergedHistogram {
public:
    MergedHistogram() : counts_(Histogram::size) {}

    void add(const Histogram& part, std::uint64_t lowest = 0, std::uint64_t highest = Histogram::highest) {
        const std::size_t last = Histogram::index_of(highest);
        for (std::size_t i = Histogram::index_of(lowest); i <= last; ++i) counts_[i] += part.counts()[i];
    }

    /// Pairs of index and count.
    std::vector<std::uint64_t> sparse() const {
        std::vector<std::uint64_t> pairs;
        for (std::size_t i = 0; i < counts_.size(); ++i) {
            if (counts_[i] > 0) pairs.insert(pairs.end(), {i, counts_[i]});
        }
        return pairs;
    }

private:
    std::vector<std::uint64_t> counts_;
};

}  // namespace pingmark
