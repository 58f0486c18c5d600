#pragma once

#include <cstdint>

namespace pingmark {

/// The generator of the protocol's payload block and test vectors (Steele, Lea, Flood 2014).
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

}  // namespace pingmark
