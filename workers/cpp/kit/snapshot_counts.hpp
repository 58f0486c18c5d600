#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>

#include "kit/counts.hpp"
#include "kit/slots.hpp"

namespace pingmark {

/// What a client's connection knows of the snapshots that it is sent.
struct SnapshotsSeen {
    bool is_live = false;  ///< an answer of this measurement has come: what comes now is none of the last one's
    bool has_begun = false;
    bool is_over = false;  ///< one came after the window
    std::uint32_t last = 0;

    /// One of a later tick than the last one has come.
    void came(std::uint32_t tick) {
        const std::uint32_t ticks = tick - last;
        recent_ = has_begun && ticks < known_ticks ? recent_ << ticks | 1 : 1;
        if (!has_begun) first_ = tick;
        has_begun = true;
        last = tick;
    }

    /// One of no later tick than the last one: it came before, or was taken for lost when a later one overtook it.
    /// Nothing when it is none of those that are counted.
    std::optional<Stray> overtaken(std::uint32_t tick) {
        if (static_cast<std::int32_t>(tick - first_) < 0) return {};
        const std::uint32_t age = last - tick;
        const std::uint64_t bit = age < known_ticks ? std::uint64_t{1} << age : 0;
        const bool is_known = (recent_ & bit) != 0;
        recent_ |= bit;
        return is_known ? Stray::duplicated : Stray::late;
    }

private:
    static constexpr std::uint32_t known_ticks = 64;

    std::uint32_t first_ = 0;
    std::uint64_t recent_ = 0;  ///< bit k: the one of tick `last` - k has come
};

/// Counts a lane's snapshots: a tick is due for a connection from the first one that it got in the window on.
class SnapshotCounts {
public:
    explicit SnapshotCounts(Counts& counts) : counts_(counts) {}

    /// When the tick's first snapshot came, on whatever connection.
    std::int64_t first_arrival(std::uint32_t tick, std::int64_t now) {
        First& first = firsts_[tick % firsts_.size()];
        if (first.tick != tick || first.at > now) first = {tick, now};
        return first.at;
    }

    /// Those that were due since the last one and have not come, and never will on a stream.
    void gap(SnapshotsSeen& seen, std::uint32_t tick) {
        if (seen.has_begun) counts_.snapshots_lost += tick - seen.last - 1;
        seen.came(tick);
    }

    void received(std::int64_t lateness, std::int64_t skew) {
        ++counts_.snapshots_received;
        counts_.snapshot_lateness->record(std::max<std::int64_t>(0, lateness));
        counts_.snapshot_skew->record(skew);
    }

private:
    struct First {
        std::uint32_t tick = 0;
        std::int64_t at = std::numeric_limits<std::int64_t>::max();
    };

    Counts& counts_;
    std::array<First, 64> firsts_;
};

}  // namespace pingmark
