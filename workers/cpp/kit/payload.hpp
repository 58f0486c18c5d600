#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "kit/constants.hpp"

namespace pingmark {

/// The block that all payloads are cut from. Where a payload starts follows from its sequence number, so that one
/// memcmp verifies it, and an answer with another message's content is found.
class Payload {
public:
    /// `kind` is "zeros", "ones" or "random".
    explicit Payload(const std::string& kind);

    const char* of(std::uint32_t sequence) const { return block_.data() + (sequence * 2'654'435'761u >> 20); }

private:
    std::vector<char> block_;
};

}  // namespace pingmark
