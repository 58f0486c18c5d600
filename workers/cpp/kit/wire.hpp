#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "kit/constants.hpp"

namespace pingmark {

/// What is spoken on the wire, and what follows from that.
struct Transport {
    const char* name;  ///< as `describe` tells it: a client can drive every server of its transport
    bool is_stream;    ///< bytes arrive; else whole messages
    bool is_tcp;       ///< its sockets have TCP's options
    bool is_local;     ///< an address is a folder of this machine, and a port the number of a socket in it
    bool is_encrypted;

    static const Transport tcp;
    static const Transport udp;
    static const Transport tls;
    static const Transport unix_stream;
    static const Transport shared_memory;
};

inline constexpr Transport Transport::tcp{"tcp", true, true, false, false};
inline constexpr Transport Transport::udp{"udp", false, false, false, false};
inline constexpr Transport Transport::tls{"tls", true, true, false, true};
inline constexpr Transport Transport::unix_stream{"unix", true, false, true, false};
inline constexpr Transport Transport::shared_memory{"shm", true, false, true, false};

/// How the end of a message is known. A library hands over whole messages.
enum class Framing { length_le, none, datagram, library };

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the wire format is little-endian, and so is this code");

inline std::uint32_t load_u32(const char* from) {
    std::uint32_t value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

inline void store_u32(char* to, std::uint32_t value) { std::memcpy(to, &value, sizeof value); }

inline std::uint64_t load_u64(const char* from) {
    std::uint64_t value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

inline void store_u64(char* to, std::uint64_t value) { std::memcpy(to, &value, sizeof value); }

constexpr std::size_t length_bytes = 4;
constexpr std::size_t sequence_bytes = 4;
static_assert(min_message_bytes == length_bytes + sequence_bytes);
constexpr std::size_t max_stream_message_bytes = length_bytes + max_body_bytes;
/// What UDP over IPv4 can carry: 65,535 less the headers of IP (20) and UDP (8).
constexpr std::size_t max_datagram_bytes = 65'507;

constexpr bool is_body_length(std::uint32_t bytes) { return bytes >= min_body_bytes && bytes <= max_body_bytes; }

constexpr std::size_t token_bytes = 16;
/// "PMK1" and the token, answered with "PMOK".
constexpr std::size_t hello_bytes = 4 + token_bytes;
constexpr char hello_magic[] = {'P', 'M', 'K', '1'};
constexpr char hello_answer[] = {'P', 'M', 'O', 'K'};

/// A hello with a number behind it: messages go one way, and of so many the last one asks for an acknowledgement.
constexpr std::size_t one_way_hello_bytes = hello_bytes + 4;
/// The sequence number of the message that asked for it, and how many have arrived on the connection up to it.
constexpr std::size_t acknowledgement_bytes = sequence_bytes + 8;

/// A hello with two numbers behind it: how often a second a snapshot is to come, and of how many bytes.
constexpr std::size_t tick_hello_bytes = hello_bytes + 8;
/// The number of the tick, and its time by the server's clock; a payload follows.
constexpr std::size_t snapshot_head_bytes = sequence_bytes + 8;

/// A datagram that answers a hello, which may come once more when the hello was repeated.
inline bool is_hello_answer(const char* body, std::size_t n) {
    return n == sizeof hello_answer && std::memcmp(body, hello_answer, n) == 0;
}

struct Hello {
    char bytes[hello_bytes] = {};

    /// Compares in constant time: how long it takes must not tell how much was right.
    bool equals(const char* body, std::size_t n) const {
        if (n != hello_bytes) return false;
        int differences = 0;
        for (std::size_t i = 0; i < hello_bytes; ++i) differences |= body[i] ^ bytes[i];
        return differences == 0;
    }
};

}  // namespace pingmark
