#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "kit/loads/load.hpp"

namespace pingmark {

/// Which connection of a timed lane is due next: a binary heap. It allocates before the measurement only.
class Agenda {
public:
    void begin(std::size_t connections) {
        entries_.clear();
        entries_.reserve(connections);
    }

    void clear() { entries_.clear(); }

    /// `never` when no connection waits for its time.
    std::int64_t next_due() const { return entries_.empty() ? Load::never : entries_.front().due; }
    std::size_t next() const { return entries_.front().connection; }

    void add(std::int64_t due, std::size_t connection) {
        entries_.push_back({due, connection});
        std::push_heap(entries_.begin(), entries_.end(), is_later);
    }

    void remove_next() {
        std::pop_heap(entries_.begin(), entries_.end(), is_later);
        entries_.pop_back();
    }

private:
    struct Entry {
        std::int64_t due;
        std::size_t connection;
    };

    static bool is_later(const Entry& a, const Entry& b) {
        return a.due != b.due ? a.due > b.due : a.connection > b.connection;
    }

    std::vector<Entry> entries_;
};

}  // namespace pingmark
