#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "kit/serialized.hpp"

namespace pingmark {

/// The kinds of payloads that a client can be asked for.
std::vector<std::string> payload_names();

/// What bodies of this length carry; null: they are cut from the block. `echoed`: its messages, and nothing else, come
/// back. Throws `Unsupported` where there is no such kind, or not for such messages.
std::unique_ptr<const Serialized> make_serialized(const std::string& kind, std::size_t body_bytes,
                                                  std::size_t header_bytes, bool echoed);

}  // namespace pingmark
