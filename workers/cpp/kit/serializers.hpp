#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace pingmark {

/// What a serialized message says: fields of several types, and text that fills it to the wanted length.
struct Sample {
    std::int64_t sequence = 0;
    double price = 0;
    std::int32_t quantity = 0;
    std::string symbol;
    std::string text;

    bool operator==(const Sample& other) const {
        return sequence == other.sequence && price == other.price && quantity == other.quantity &&
               symbol == other.symbol && text == other.text;
    }
};

/// How a library turns samples into bytes and back, as a program would use it.
struct Serializer {
    const char* name;
    std::string (*write)(const Sample& sample);
    /// Throws an exception unless all of the bytes are one sample.
    Sample (*read)(const char* bytes, std::size_t n);
};

/// Message contents that a library makes and parses. All lanes share one.
class Serialized {
public:
    /// All samples of one text length have the same serialized length. Their texts are made here, so that a message
    /// costs only what its library does.
    Serialized(const Serializer& library, std::size_t text_length);

    /// The serialized length of every message.
    std::size_t length() const { return library_.write(sample_of(0)).size(); }
    /// Fills what follows the sequence number.
    void write(std::uint32_t sequence, char* to, std::size_t bytes) const;
    /// Whether the received content says what was sent.
    bool matches(std::uint32_t sequence, const char* content, std::size_t bytes) const;

private:
    Sample sample_of(std::uint32_t sequence) const;

    const Serializer& library_;
    std::array<std::string, 16> texts_;
};

/// The kinds of payload that a client can be asked for.
std::vector<std::string> payload_names();

/// The contents of bodies of this length; null: they are cut from the payload block. `echoed`: only the client's own
/// messages come back. Throws `Unsupported` for an unknown kind, or one that such messages cannot have.
std::unique_ptr<const Serialized> make_serialized(const std::string& kind, std::size_t body_bytes,
                                                  std::size_t header_bytes, bool echoed);

}  // namespace pingmark
