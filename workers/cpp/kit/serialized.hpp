#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "kit/samples.hpp"

namespace pingmark {

/// Makes bytes of a sample and a sample of bytes, as programs have their library do it. All lanes use the same one.
class Serializer {
public:
    virtual ~Serializer() = default;

    virtual std::string write(const Sample& sample) const = 0;

    /// Throws an exception where the bytes, all of them, are no sample.
    virtual Sample read(const char* bytes, std::size_t n) const = 0;
};

/// The content of messages that a library makes of an object, and an object of.
class Serialized {
public:
    Serialized(std::unique_ptr<const Serializer> library, std::size_t text_length);

    /// How many bytes it makes of a message.
    std::size_t length() const;

    /// Fills what follows the sequence number.
    void write(std::uint32_t sequence, char* to, std::size_t bytes) const;

    /// Whether what was received says what was sent.
    bool matches(std::uint32_t sequence, const char* content, std::size_t bytes) const;

private:
    std::unique_ptr<const Serializer> library_;
    Samples samples_;
};

}  // namespace pingmark
