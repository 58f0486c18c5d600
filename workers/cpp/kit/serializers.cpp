#include "kit/serializers.hpp"

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string_view>

#include "kit/failure.hpp"
#include "kit/payload.hpp"
#include "kit/wire.hpp"

namespace pingmark {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Sample, sequence, price, quantity, symbol, text)

namespace {

/// A new library is a row here.
constexpr Serializer serializers[] = {
    {"json", [](const Sample& sample) { return nlohmann::json(sample).dump(); },
     [](const char* bytes, std::size_t n) { return nlohmann::json::parse(bytes, bytes + n).get<Sample>(); }},
};

constexpr const char* block_kinds[] = {"zeros", "ones", "random"};

}  // namespace

Serialized::Serialized(const Serializer& library, std::size_t text_length) : library_(library) {
    constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    SplitMix64 random(0);
    for (std::string& text : texts_) {
        text.resize(text_length);
        for (char& letter : text) letter = letters[random.next() % letters.size()];
    }
}

Sample Serialized::sample_of(std::uint32_t sequence) const {
    static constexpr std::array<const char*, 4> symbols{"EURUSD", "GBPCHF", "USDJPY", "AUDNZD"};
    constexpr std::uint32_t prices = 512;
    const auto text = static_cast<std::uint32_t>(sequence % texts_.size());
    return {10'000'000'000 + std::int64_t{sequence}, 1000.125 + sequence % prices,
            100 + static_cast<std::int32_t>(text), symbols[sequence % symbols.size()], texts_[text]};
}

void Serialized::write(std::uint32_t sequence, char* to, std::size_t bytes) const {
    const std::string made = library_.write(sample_of(sequence));
    if (made.size() != bytes) throw Failure("a message takes " + std::to_string(made.size()) + " bytes");
    std::memcpy(to, made.data(), bytes);
}

bool Serialized::matches(std::uint32_t sequence, const char* content, std::size_t bytes) const {
    try {
        return library_.read(content, bytes) == sample_of(sequence);
    } catch (const std::exception&) {
        return false;  // bytes that the library cannot read are not what was sent
    }
}

std::vector<std::string> payload_names() {
    std::vector<std::string> names;
    for (const std::string_view kind : block_kinds) names.push_back(std::string(kind));
    for (const Serializer& serializer : serializers) names.push_back(std::string(serializer.name));
    return names;
}

std::unique_ptr<const Serialized> make_serialized(const std::string& kind, std::size_t body_bytes,
                                                  std::size_t header_bytes, bool echoed) {
    if (std::find(std::begin(block_kinds), std::end(block_kinds), kind) != std::end(block_kinds)) return nullptr;
    for (const Serializer& library : serializers) {
        if (library.name != kind) continue;
        if (!echoed) throw Unsupported("payload " + kind + ": not with one_way or snapshots");
        const std::size_t least = sequence_bytes + Serialized(library, 1).length();
        if (body_bytes < least) {
            throw Unsupported("payload " + kind + ": message_bytes has to be " + std::to_string(least + header_bytes) +
                              " at least");
        }
        return std::make_unique<Serialized>(library, body_bytes - least + 1);
    }
    std::string names;
    for (const std::string& name : payload_names()) names += (names.empty() ? "" : ", ") + name;
    throw Unsupported("payload " + kind + ": this worker has " + names);
}

}  // namespace pingmark
