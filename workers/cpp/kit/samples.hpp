#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace pingmark {

/// What a serialized message says: fields of several types, and as much text as makes it as long as it is to be.
struct Sample {
    std::int64_t sequence = 0;
    double price = 0;
    std::int32_t quantity = 0;
    std::string symbol;
    std::string text;
};

inline bool operator==(const Sample& one, const Sample& other) {
    return one.sequence == other.sequence && one.price == other.price && one.quantity == other.quantity &&
           one.symbol == other.symbol && one.text == other.text;
}

/// The sample of each sequence number. All of one text length are serialized to as many bytes: numbers have as many
/// digits. Texts are made before, so that a message costs what its library does.
class Samples {
public:
    explicit Samples(std::size_t text_length);

    Sample of(std::uint32_t sequence) const;

private:
    std::array<std::string, 16> texts_;
};

}  // namespace pingmark
