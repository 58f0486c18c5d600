#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>

#include "kit/loads/load.hpp"
#include "kit/wire.hpp"

namespace pingmark {

/// Bytes that arrived on a connection and are not yet consumed.
class Inbox {
public:
    static constexpr std::size_t capacity = 2 * max_stream_message_bytes;

    char* space() { return bytes_.get() + end_; }
    std::size_t room() const { return capacity - end_; }
    void received(std::size_t n) { end_ += n; }

    const char* data() const { return bytes_.get() + begin_; }
    std::size_t available() const { return end_ - begin_; }
    void consume(std::size_t n) { begin_ += n; }

    /// Separate from `consume`, so that consumed messages can be verified after the next ones were sent.
    void compact() {
        if (begin_ == end_) {
            begin_ = end_ = 0;
        } else if (begin_ > 0) {
            std::memmove(bytes_.get(), data(), available());
            end_ -= begin_;
            begin_ = 0;
        }
    }

private:
    // Not initialised, so that pages which are never used cost no memory.
    std::unique_ptr<char[]> bytes_{new char[capacity]};
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
};

/// Composed messages that the transport has not yet taken.
class Outbox {
public:
    /// With room for twice what can be in flight, bytes are rarely moved.
    Outbox(std::size_t in_flight, std::size_t message_bytes)
        : capacity_(2 * in_flight * message_bytes), message_bytes_(message_bytes), bytes_(new char[capacity_]) {}

    /// An empty one of the same size, for a stack that composes into one while it sends the other.
    Outbox another() const { return Outbox(capacity_ / 2 / message_bytes_, message_bytes_); }

    const char* data() const { return memory_ + begin_; }
    std::size_t pending() const { return end_ - begin_; }

    /// While nothing is pending: composes in the transport's memory if everything fits there, else in its own.
    void compose_at(char* place, std::size_t room) { memory_ = room >= capacity_ ? place : bytes_.get(); }

    /// How many bytes the next send call may take.
    std::size_t next_send(Sends sends) const {
        if (sends == Sends::together || pending() == 0) return pending();
        const bool in_first_part = sends.cut && taken_ < first_part_bytes;
        if (in_first_part) return first_part_bytes - taken_;
        return std::min(pending(), sends.messages * message_bytes_ - taken_);
    }

    /// Where to compose `n` more bytes; null when there is no room.
    char* extend(std::size_t n) {
        if (end_ + n > capacity_) {
            if (memory_ != bytes_.get()) return nullptr;
            std::memmove(memory_, data(), pending());
            end_ -= begin_;
            begin_ = 0;
            if (end_ + n > capacity_) return nullptr;
        }
        char* place = memory_ + end_;
        end_ += n;
        return place;
    }

    void sent(std::size_t n) {
        begin_ += n;
        if (begin_ == end_) {
            begin_ = end_ = taken_ = 0;
        } else {
            taken_ = (taken_ + n) % message_bytes_;
        }
    }

private:
    static constexpr std::size_t first_part_bytes = length_bytes;

    std::size_t capacity_;
    std::size_t message_bytes_;
    std::size_t taken_ = 0;  ///< bytes of the first message that were sent
    std::unique_ptr<char[]> bytes_;
    char* memory_ = bytes_.get();
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
};

}  // namespace pingmark
