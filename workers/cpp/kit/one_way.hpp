#pragma once

#include <cstring>

#include "kit/constants.hpp"
#include "kit/wire.hpp"

namespace pingmark {

/// What a server keeps of a connection whose messages go one way: they are counted, and the last one of a part of the
/// window is acknowledged.
class OneWay {
public:
    OneWay() = default;

    /// Of a hello that ends with how many messages are a part; without a part when it is no such hello.
    static OneWay of_hello(const Hello& expected, const char* body, std::size_t bytes) {
        OneWay made;
        if (bytes != one_way_hello_bytes || !expected.equals(body, hello_bytes)) return made;
        const std::uint32_t part = load_u32(body + hello_bytes);
        if (part > 0 && part <= max_in_flight && (part & (part - 1)) == 0) made.part_ = part;
        return made;
    }

    explicit operator bool() const { return part_ > 0; }
    /// So many messages are a part.
    std::uint32_t part() const { return part_; }

    /// Counts a message. True: it asks for an acknowledgement.
    bool arrived(std::uint32_t sequence) {
        ++arrived_;
        return ((sequence + 1) & (part_ - 1)) == 0;
    }

    /// Of the message that has just arrived.
    void acknowledge(std::uint32_t sequence, char* body) const {
        store_u32(body, sequence);
        store_u64(body + sequence_bytes, arrived_);
    }

private:
    std::uint32_t part_ = 0;
    std::uint64_t arrived_ = 0;
};

}  // namespace pingmark
