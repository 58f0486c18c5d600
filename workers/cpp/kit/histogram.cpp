#include "kit/histogram.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <new>

namespace pingmark {

// Fresh pages from the kernel are zero and cost memory only where a count is touched, which matters with a thousand
// lanes.
Histogram::Histogram() {
    void* pages =
        mmap(nullptr, size * sizeof(std::uint32_t), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) throw std::bad_alloc();
    counts_.reset(static_cast<std::uint32_t*>(pages));
}

void Histogram::Unmap::operator()(std::uint32_t* counts) const { munmap(counts, size * sizeof(std::uint32_t)); }

void Histogram::clear(std::uint64_t from, std::uint64_t to) {
    std::fill(counts_.get() + index_of(from), counts_.get() + index_of(to) + 1, 0u);
}

void MergedHistogram::add(const Histogram& part, std::uint64_t lowest, std::uint64_t highest) {
    const std::size_t last = Histogram::index_of(highest);
    for (std::size_t i = Histogram::index_of(lowest); i <= last; ++i) counts_[i] += part.counts()[i];
}

std::vector<std::uint64_t> MergedHistogram::sparse() const {
    std::vector<std::uint64_t> pairs;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
        if (counts_[i] == 0) continue;
        pairs.push_back(i);
        pairs.push_back(counts_[i]);
    }
    return pairs;
}

}  // namespace pingmark
