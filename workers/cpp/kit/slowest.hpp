#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace pingmark {

/// When a message was to be sent, when it was, and when its answer came.
struct RoundTrip {
    std::int64_t intended_at;
    std::int64_t sent_at;
    std::int64_t received_at;

    std::int64_t duration() const { return received_at - intended_at; }
    std::int64_t late_by() const { return sent_at - intended_at; }
};

/// The slowest messages of a lane's measurement, at most so many as were asked for: a heap whose first is the fastest
/// of them. A message costs one comparison with that one, unless it takes its place.
class Slowest {
public:
    struct Message {
        std::size_t connection;
        RoundTrip times;
    };

    /// A measurement begins, of which so many are kept; 0: none. No memory is taken while it measures.
    void begin(std::size_t most) {
        most_ = most;
        messages_.clear();
        messages_.reserve(most);
        exceed_ = most > 0 ? every : none;
    }

    bool admits(std::int64_t duration) const { return duration > exceed_; }

    /// Keeps an admitted message. The first ones are only noted, and become a heap when there is no room for more.
    [[gnu::cold, gnu::noinline]] void keep(const Message& message) {
        if (messages_.size() < most_) {
            messages_.push_back(message);
            if (messages_.size() < most_) return;
            std::make_heap(messages_.begin(), messages_.end(), is_slower);
        } else {
            std::pop_heap(messages_.begin(), messages_.end(), is_slower);
            messages_.back() = message;
            std::push_heap(messages_.begin(), messages_.end(), is_slower);
        }
        exceed_ = messages_.front().times.duration();
    }

    void add(const Slowest& lane) {
        for (const Message& message : lane.messages_) {
            if (admits(message.times.duration())) keep(message);
        }
    }

    std::size_t most() const { return most_; }
    const std::vector<Message>& messages() const { return messages_; }

private:
    static constexpr std::int64_t every = -1;
    static constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();

    static bool is_slower(const Message& one, const Message& other) {
        return one.times.duration() > other.times.duration();
    }

    std::vector<Message> messages_;
    std::size_t most_ = 0;
    std::int64_t exceed_ = none;  ///< a message is kept that takes longer
};

}  // namespace pingmark
