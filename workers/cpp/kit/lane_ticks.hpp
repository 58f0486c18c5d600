#pragma once

// Snapshots, which come unasked between the answers.

#include "kit/lane.hpp"

namespace pingmark {

/// Its length tells which of the two it is.
template <class Clock>
void LaneOf<Clock>::take_or_snapshot(Connection& connection, const char* body, std::size_t bytes) {
    if (bytes == traffic_.snapshot_body_bytes()) {
        take_snapshot(connection, body, bytes);
    } else {
        take_whole(connection, body, bytes);
        connection.snapshots.is_live = true;
    }
}

/// The first one after the window ends its connection's count.
template <class Clock>
void LaneOf<Clock>::take_snapshot(Connection& connection, const char* body, std::size_t bytes) {
    SnapshotsSeen& seen = connection.snapshots;
    SnapshotCounts& counts = *snapshots_;
    const std::uint32_t tick = load_u32(body);
    const std::int64_t skew = now_ - counts.first_arrival(tick, now_);
    if (!seen.is_live || seen.is_over || now_ < window_.plan().from) return;
    if (seen.has_begun && static_cast<std::int32_t>(tick - seen.last) <= 0) {
        if (const auto stray = seen.overtaken(tick)) count(*stray);
        return;
    }
    counts.gap(seen, tick);
    seen.is_over = now_ >= window_.plan().to;
    if (seen.is_over) return;
    counts.received(now_ - static_cast<std::int64_t>(load_u64(body + sequence_bytes)), skew);
    const std::size_t rest = bytes - snapshot_head_bytes;
    if (std::memcmp(body + snapshot_head_bytes, snapshot_payload_->of(tick), rest) != 0) ++counts_.faults.corrupt;
}

/// Whether more is to come that counts.
template <class Clock>
bool LaneOf<Clock>::awaits_snapshot(const Connection& connection) const {
    return snapshots_ && !connection.snapshots.is_over && now_ < snapshots_until_;
}

}  // namespace pingmark
