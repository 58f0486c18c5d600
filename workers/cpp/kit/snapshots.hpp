#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>

#include "kit/counts.hpp"

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

/// What a lane counts of snapshots: a tick is due for a connection from the first one that it got in the window on.
class SnapshotCounts {
public:
    void begin() {
        received_ = lost_ = 0;
        lateness_.clear();
        skew_.clear();
    }

    /// When the tick's first snapshot came, on whatever connection.
    std::int64_t first_arrival(std::uint32_t tick, std::int64_t now) {
        First& first = firsts_[tick % firsts_.size()];
        if (first.tick != tick || first.at > now) first = {tick, now};
        return first.at;
    }

    /// Those that were due since the last one and have not come, and never will on a stream.
    void gap(SnapshotsSeen& seen, std::uint32_t tick) {
        if (seen.has_begun) lost_ += tick - seen.last - 1;
        seen.came(tick);
    }

    void received(std::int64_t lateness, std::int64_t skew) {
        ++received_;
        lateness_.record(std::max<std::int64_t>(0, lateness));
        skew_.record(skew);
    }

    std::uint64_t received() const { return received_; }
    std::uint64_t lost() const { return lost_; }
    const Durations& lateness() const { return lateness_; }
    const Durations& skew() const { return skew_; }

private:
    struct First {
        std::uint32_t tick = 0;
        std::int64_t at = std::numeric_limits<std::int64_t>::max();
    };

    std::uint64_t received_ = 0;
    std::uint64_t lost_ = 0;
    Durations lateness_;  ///< from the tick's time, by the server's clock
    Durations skew_;      ///< from the tick's first arrival
    std::array<First, 64> firsts_;
};

}  // namespace pingmark
