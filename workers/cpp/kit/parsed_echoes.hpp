#pragma once

#include "kit/echoes.hpp"

namespace pingmark {

/// Takes messages that come back as they were sent, and parses each of them at once: a program that is answered goes on
/// when it knows what the answer says.
class ParsedEchoes final : public Echoes {
public:
    explicit ParsedEchoes(LaneState& lane) : Echoes(lane) {}

    void take(Connection& connection) override {
        const auto parse = [&](const char* body, std::size_t bytes) { take_parsed(connection, body, bytes); };
        if (connection.is_datagram()) {
            take_datagram(connection, parse);
        } else {
            take_stream(connection, parse);
        }
    }

    void take(Connection& connection, const Delivery* messages, std::size_t n) override {
        for (std::size_t i = 0; i < n; ++i) take_parsed(connection, messages[i].body, messages[i].bytes);
    }

private:
    /// What says something else than what was sent is taken as if it were cut behind its sequence number.
    void take_parsed(Connection& connection, const char* body, std::size_t bytes) {
        const bool is_cut =
            bytes == lane_.traffic.body_bytes() &&
            !lane_.traffic.content->matches(load_u32(body), body + sequence_bytes, bytes - sequence_bytes);
        take_whole(connection, body, is_cut ? sequence_bytes : bytes);
    }
};

}  // namespace pingmark
