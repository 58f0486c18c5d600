#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>

#include "kit/wire.hpp"

namespace pingmark {

/// Makes requests of a stream's messages: each is the body of a POST. All memory is taken once. Bytes stay here until
/// the socket has taken all of them, and only then does the stream know them as sent.
class Requests {
public:
    explicit Requests(const std::string& host)
        : head_("POST / HTTP/1.1\r\nHost: " + host + "\r\nContent-Length: "),
          capacity_(head_.size() + most_after_head + 2 * max_stream_message_bytes),
          bytes_(new char[capacity_]) {}

    const char* unsent() const { return bytes_.get() + begin_; }
    std::size_t unsent_bytes() const { return end_ - begin_; }

    /// The socket has taken so many bytes. Returns how many of the stream's these were, once it has them all; else 0.
    std::size_t sent(std::size_t n) {
        begin_ += n;
        if (begin_ < end_) return 0;
        begin_ = end_ = 0;
        return taken_;
    }

    /// Takes as much of the stream as there is room for, while nothing is unsent. A message may come in parts, of which
    /// the first has its length.
    void take(const char* from, std::size_t n) {
        taken_ = 0;
        while (taken_ < n) {
            if (left_ == 0) {
                if (capacity_ - end_ <= head_.size() + most_after_head) return;
                left_ = length_bytes + load_u32(from + taken_);
                begin_request(left_);
            }
            const std::size_t part = std::min({left_, n - taken_, capacity_ - end_});
            if (part == 0) return;
            std::memcpy(bytes_.get() + end_, from + taken_, part);
            end_ += part;
            taken_ += part;
            left_ -= part;
        }
    }

private:
    /// Digits, and the empty line.
    static constexpr std::size_t most_after_head = 24;

    void begin_request(std::size_t body_bytes) {
        std::memcpy(bytes_.get() + end_, head_.data(), head_.size());
        char* const digits = bytes_.get() + end_ + head_.size();
        char* const after = std::to_chars(digits, digits + most_after_head, body_bytes).ptr;
        std::memcpy(after, "\r\n\r\n", 4);
        end_ = static_cast<std::size_t>(after + 4 - bytes_.get());
    }

    std::string head_;
    std::size_t capacity_;
    std::unique_ptr<char[]> bytes_;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
    std::size_t taken_ = 0;  ///< of the stream: what the bytes are made of
    std::size_t left_ = 0;   ///< of the message that is not whole
};

}  // namespace pingmark
