#include "kit/samples.hpp"

#include <string_view>

#include "kit/splitmix64.hpp"

namespace pingmark {

Samples::Samples(std::size_t text_length) {
    constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    SplitMix64 random(0);
    for (std::string& text : texts_) {
        text.resize(text_length);
        for (char& letter : text) letter = letters[random.next() % letters.size()];
    }
}

Sample Samples::of(std::uint32_t sequence) const {
    static constexpr std::array<const char*, 4> symbols{"EURUSD", "GBPCHF", "USDJPY", "AUDNZD"};
    constexpr std::uint32_t prices = 512;
    const auto text = static_cast<std::uint32_t>(sequence % texts_.size());
    return {10'000'000'000 + std::int64_t{sequence}, 1000.125 + sequence % prices,
            100 + static_cast<std::int32_t>(text), symbols[sequence % symbols.size()], texts_[text]};
}

}  // namespace pingmark
