#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace pingmark {

/// When a lane's counted messages were sent, and answered or lost, as many as there was room for: no memory is taken
/// while it measures.
class MessageLog {
public:
    static constexpr std::int64_t never = 0;

    struct Entry {
        std::int64_t sent_at;
        std::int64_t received_at;  ///< `never`: it was lost
        std::size_t connection;
    };

    explicit MessageLog(std::size_t room) : entries_(room) {}

    void add(std::size_t connection, std::int64_t sent_at, std::int64_t received_at) {
        if (size_ == entries_.size()) {
            ++missed_;
            return;
        }
        entries_[size_++] = {sent_at, received_at, connection};
    }

    std::size_t size() const { return size_; }
    std::uint64_t missed() const { return missed_; }
    const Entry& operator[](std::size_t i) const { return entries_[i]; }

private:
    std::vector<Entry> entries_;
    std::size_t size_ = 0;
    std::uint64_t missed_ = 0;
};

}  // namespace pingmark
