#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace pingmark {

/// What the fuzzer made up, taken piece by piece; at its end there are zeros and nothing.
class Input {
public:
    Input(const std::uint8_t* data, std::size_t size) : at_(reinterpret_cast<const char*>(data)), left_(size) {}

    bool empty() const { return left_ == 0; }

    std::uint8_t byte() {
        const std::string one = take(1);
        return one.empty() ? 0 : static_cast<std::uint8_t>(one[0]);
    }

    std::string take(std::size_t n) {
        n = std::min(n, left_);
        std::string taken(at_, n);
        at_ += n;
        left_ -= n;
        return taken;
    }

    std::string rest() { return take(left_); }

private:
    const char* at_;
    std::size_t left_;
};

/// Not assert: it holds in every build.
inline void require(bool met, const char* what) {
    if (met) return;
    std::fprintf(stderr, "not so: %s\n", what);
    std::abort();
}

}  // namespace pingmark
