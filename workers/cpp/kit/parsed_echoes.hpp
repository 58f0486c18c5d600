#pragma once

#include "kit/exchange.hpp"
#include "kit/serializers.hpp"

namespace pingmark {

/// Takes echoes and parses each at once: a real program can go on only when it knows what the answer says.
class ParsedEchoes final : public EchoesOf<ParsedEchoes> {
public:
    using EchoesOf::EchoesOf;

    /// A wrong content is treated as a body without content, which counts as corrupt.
    void take_message(Connection& connection, const char* body, std::size_t bytes) {
        const bool is_wrong =
            bytes == lane_.traffic.body_bytes() &&
            !lane_.traffic.content->matches(load_u32(body), body + sequence_bytes, bytes - sequence_bytes);
        take_echo(connection, body, is_wrong ? sequence_bytes : bytes);
    }
};

}  // namespace pingmark
