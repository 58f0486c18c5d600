#include "kit/payload.hpp"

#include <cstring>

#include "kit/failure.hpp"
#include "kit/splitmix64.hpp"

namespace pingmark {

Payload::Payload(const std::string& kind) : block_(payload_block_bytes) {
    if (kind == "zeros") return;
    if (kind == "ones") {
        block_.assign(block_.size(), '\xFF');
        return;
    }
    if (kind != "random") throw Unsupported("payload \"" + kind + "\": there are zeros, ones and random");
    SplitMix64 generator(0x50494E474D41524B);
    for (std::size_t i = 0; i < block_.size(); i += sizeof(std::uint64_t)) {
        const std::uint64_t word = generator.next();
        std::memcpy(&block_[i], &word, sizeof word);
    }
}

}  // namespace pingmark
