#include "kit/serialized.hpp"

#include <cstring>
#include <exception>
#include <utility>

#include "kit/failure.hpp"

namespace pingmark {

Serialized::Serialized(std::unique_ptr<const Serializer> library, std::size_t text_length)
    : library_(std::move(library)), samples_(text_length) {}

std::size_t Serialized::length() const { return library_->write(samples_.of(0)).size(); }

void Serialized::write(std::uint32_t sequence, char* to, std::size_t bytes) const {
    const std::string made = library_->write(samples_.of(sequence));
    if (made.size() != bytes) throw Failure("a message takes " + std::to_string(made.size()) + " bytes");
    std::memcpy(to, made.data(), bytes);
}

bool Serialized::matches(std::uint32_t sequence, const char* content, std::size_t bytes) const {
    try {
        return library_->read(content, bytes) == samples_.of(sequence);
    } catch (const std::exception&) {
        return false;  // whatever a library says of bytes that it can't read, they are not what was sent
    }
}

}  // namespace pingmark
