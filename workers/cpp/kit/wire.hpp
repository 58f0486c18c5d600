#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "kit/clock.hpp"
#include "kit/constants.hpp"

namespace pingmark {

/// What is spoken on the wire.
struct Transport {
    const char* name;  ///< in `describe`; a client can drive every server of its transport
    bool is_stream;    ///< of bytes; else whole messages
    bool is_tcp;       ///< has TCP's socket options
    bool is_local;     ///< the address is a folder, and the port the number of a socket in it
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

/// How the end of a message is known.
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

inline std::string to_hex(const void* bytes, std::size_t n) {
    constexpr char digits[] = "0123456789abcdef";
    std::string hex;
    for (const auto *byte = static_cast<const unsigned char*>(bytes), *end = byte + n; byte < end; ++byte) {
        hex += digits[*byte >> 4];
        hex += digits[*byte & 15];
    }
    return hex;
}

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

/// A hello and a number N: messages go one way, and every Nth asks for an acknowledgement.
constexpr std::size_t one_way_hello_bytes = hello_bytes + 4;
/// The sequence number that asked for it, and how many messages have arrived with it.
constexpr std::size_t acknowledgement_bytes = sequence_bytes + 8;

/// A hello, the snapshots' rate in Hz, and their size in bytes.
constexpr std::size_t tick_hello_bytes = hello_bytes + 8;
/// The tick's number and its time by the server's clock, before the payload.
constexpr std::size_t snapshot_head_bytes = sequence_bytes + 8;

inline bool is_hello_answer(const char* body, std::size_t n) {
    return n == sizeof hello_answer && std::memcmp(body, hello_answer, n) == 0;
}

struct Hello {
    char bytes[hello_bytes] = {};

    /// In constant time, so that timing does not reveal the token.
    bool equals(const char* body, std::size_t n) const {
        if (n != hello_bytes) return false;
        int differences = 0;
        for (std::size_t i = 0; i < hello_bytes; ++i) differences |= body[i] ^ bytes[i];
        return differences == 0;
    }
};

/// The snapshots that a hello asks for.
struct TickPlan {
    std::uint32_t rate_hz = 0;
    std::uint32_t snapshot_bytes = 0;  ///< the whole message

    explicit operator bool() const { return rate_hz > 0; }
    bool operator==(const TickPlan& other) const {
        return rate_hz == other.rate_hz && snapshot_bytes == other.snapshot_bytes;
    }

    /// In this time the next snapshot comes, even if one is lost.
    std::int64_t patience_ns() const {
        return rate_hz == 0 ? 0 : std::min<std::int64_t>(snapshot_lease_ns, 2 * second / rate_hz);
    }

    bool is_possible() const {
        return rate_hz > 0 && rate_hz <= max_snapshot_rate_hz && snapshot_bytes >= min_snapshot_bytes &&
               snapshot_bytes <= max_stream_message_bytes;
    }

    /// False, as a bool, for any other hello.
    static TickPlan of_hello(const Hello& expected, const char* body, std::size_t bytes) {
        if (bytes != tick_hello_bytes || !expected.equals(body, hello_bytes)) return {};
        const TickPlan asked{load_u32(body + hello_bytes), load_u32(body + hello_bytes + sizeof(std::uint32_t))};
        return asked.is_possible() ? asked : TickPlan();
    }
};

}  // namespace pingmark
