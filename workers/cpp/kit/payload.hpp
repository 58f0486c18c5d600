#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "kit/constants.hpp"
#include "kit/failure.hpp"

namespace pingmark {

/// The protocol's random numbers (Steele, Lea, Flood 2014).
class SplitMix64 {
public:
    explicit SplitMix64(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        state_ += 0x9E3779B97F4A7C15u;
        std::uint64_t z = state_;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
        z = (z ^ z >> 27) * 0x94D049BB133111EBu;
        return z ^ z >> 31;
    }

private:
    std::uint64_t state_;
};

/// The block that payloads are cut from. The sequence number decides where, so that one memcmp verifies a payload, also
/// against the content of another message.
class Payload {
public:
    /// `kind` is "zeros", "ones" or "random".
    explicit Payload(const std::string& kind) : block_(payload_block_bytes, kind == "ones" ? '\xFF' : '\0') {
        if (kind == "zeros" || kind == "ones") return;
        if (kind != "random") throw Unsupported("payload \"" + kind + "\": there are zeros, ones and random");
        SplitMix64 generator(0x50494E474D41524B);
        for (std::size_t i = 0; i < block_.size(); i += sizeof(std::uint64_t)) {
            const std::uint64_t word = generator.next();
            std::memcpy(&block_[i], &word, sizeof word);
        }
    }

    const char* of(std::uint32_t sequence) const { return block_.data() + (sequence * 2'654'435'761u >> 20); }

private:
    std::vector<char> block_;
};

}  // namespace pingmark
