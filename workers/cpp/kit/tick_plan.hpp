#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "kit/clock.hpp"
#include "kit/constants.hpp"
#include "kit/wire.hpp"

namespace pingmark {

/// How often a connection is sent a snapshot, and of how many bytes: two numbers at the end of its hello.
struct TickPlan {
    std::uint32_t rate_hz = 0;
    std::uint32_t snapshot_bytes = 0;  ///< the whole message

    explicit operator bool() const { return rate_hz > 0; }
    bool operator==(const TickPlan& other) const {
        return rate_hz == other.rate_hz && snapshot_bytes == other.snapshot_bytes;
    }

    /// In which the next one has come, even if one is lost.
    std::int64_t patience_ns() const {
        return rate_hz == 0 ? 0 : std::min<std::int64_t>(snapshot_lease_ns, 2 * second / rate_hz);
    }

    bool is_possible() const {
        return rate_hz > 0 && rate_hz <= max_snapshot_rate_hz && snapshot_bytes >= min_snapshot_bytes &&
               snapshot_bytes <= max_stream_message_bytes;
    }

    /// Without a rate when it is no such hello.
    static TickPlan of_hello(const Hello& expected, const char* body, std::size_t bytes) {
        if (bytes != tick_hello_bytes || !expected.equals(body, hello_bytes)) return {};
        const TickPlan asked{load_u32(body + hello_bytes), load_u32(body + hello_bytes + sizeof(std::uint32_t))};
        return asked.is_possible() ? asked : TickPlan();
    }
};

}  // namespace pingmark
