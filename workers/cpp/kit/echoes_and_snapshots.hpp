#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <limits>

#include "kit/exchange.hpp"
#include "kit/payload.hpp"

namespace pingmark {

/// Takes echoes, and between them the snapshots that the server sends unasked. The length tells which is which.
class EchoesAndSnapshots final : public EchoesOf<EchoesAndSnapshots> {
public:
    explicit EchoesAndSnapshots(LaneState& lane) : EchoesOf(lane), payload_("random") {}

    void begin(std::int64_t lost_after_ns) override {
        const Window& plan = lane_.window.plan();
        awaited_until_ =
            plan.ends_by_time() ? plan.to + std::max(lost_after_ns, lane_.traffic.ticks.patience_ns()) : plan.to;
    }

    bool awaits_more() const override {
        return lane_.now < awaited_until_ &&
               std::any_of(lane_.connections.begin(), lane_.connections.end(),
                           [](const Connection& connection) { return !connection.snapshots.is_over; });
    }

    void take_message(Connection& connection, const char* body, std::size_t bytes) {
        if (bytes == lane_.traffic.snapshot_body_bytes()) {
            take_snapshot(connection.snapshots, body, bytes);
        } else {
            take_echo(connection, body, bytes);
            connection.snapshots.is_live = true;
        }
    }

private:
    struct FirstArrival {
        std::uint32_t tick = 0;
        std::int64_t at = std::numeric_limits<std::int64_t>::max();
    };

    /// The first snapshot after the window ends its connection's count.
    void take_snapshot(SnapshotsSeen& seen, const char* body, std::size_t bytes) {
        const std::uint32_t tick = load_u32(body);
        const std::int64_t skew = lane_.now - first_arrival(tick);
        if (!seen.is_live || seen.is_over || lane_.now < lane_.window.plan().from) return;
        if (seen.has_begun && static_cast<std::int32_t>(tick - seen.last) <= 0) {
            if (const auto stray = seen.overtaken(tick)) lane_.count(*stray);
            return;
        }
        Counts& counts = lane_.counts;
        if (seen.has_begun) counts.snapshots_lost += tick - seen.last - 1;
        seen.came(tick);
        seen.is_over = lane_.now >= lane_.window.plan().to;
        if (seen.is_over) return;
        ++counts.snapshots_received;
        const std::int64_t lateness = lane_.now - static_cast<std::int64_t>(load_u64(body + sequence_bytes));
        counts.snapshot_lateness->record(std::max<std::int64_t>(0, lateness));
        counts.snapshot_skew->record(skew);
        const std::size_t rest = bytes - snapshot_head_bytes;
        if (std::memcmp(body + snapshot_head_bytes, payload_.of(tick), rest) != 0) ++counts.corrupt;
    }

    /// When the tick's first snapshot arrived on any connection.
    std::int64_t first_arrival(std::uint32_t tick) {
        FirstArrival& first = first_arrivals_[tick % first_arrivals_.size()];
        if (first.tick != tick || first.at > lane_.now) first = {tick, lane_.now};
        return first.at;
    }

    std::array<FirstArrival, 64> first_arrivals_;
    Payload payload_;
    std::int64_t awaited_until_ = 0;
};

}  // namespace pingmark
