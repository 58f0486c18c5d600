#pragma once

#include <cstring>

#include "kit/constants.hpp"
#include "kit/wire.hpp"

namespace pingmark {

/// A server's state of a one-way connection: it counts messages, and acknowledges the last one of each part.
class OneWay {
public:
    OneWay() = default;

    /// False, as a bool, if this is no one-way hello.
    static OneWay of_hello(const Hello& expected, const char* body, std::size_t bytes) {
        OneWay made;
        if (bytes != one_way_hello_bytes || !expected.equals(body, hello_bytes)) return made;
        const std::uint32_t part = load_u32(body + hello_bytes);
        if (part > 0 && part <= max_in_flight && (part & (part - 1)) == 0) made.part_ = part;
        return made;
    }

    explicit operator bool() const { return part_ > 0; }
    /// Messages of a part.
    std::uint32_t part() const { return part_; }

    /// Counts a message. True: it asks for an acknowledgement.
    bool arrived(std::uint32_t sequence) {
        ++arrived_;
        return ((sequence + 1) & (part_ - 1)) == 0;
    }

    /// Writes the acknowledgement of the message that has just arrived.
    void acknowledge(std::uint32_t sequence, char* body) const {
        store_u32(body, sequence);
        store_u64(body + sequence_bytes, arrived_);
    }

private:
    std::uint32_t part_ = 0;
    std::uint64_t arrived_ = 0;
};

}  // namespace pingmark
