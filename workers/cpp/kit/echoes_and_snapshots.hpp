#pragma once

#include <algorithm>
#include <cstring>

#include "kit/echoes.hpp"

namespace pingmark {

/// Takes echoes, and between them snapshots, which the server sends unasked and whose length tells them.
class EchoesAndSnapshots final : public Echoes {
public:
    explicit EchoesAndSnapshots(LaneState& lane) : Echoes(lane), arrivals_(lane.counts), payload_("random") {}

    void begin(std::int64_t lost_after_ns) override {
        const Window& plan = lane_.window.plan();
        awaited_until_ =
            plan.ends_by_time() ? plan.to + std::max(lost_after_ns, lane_.traffic.ticks.patience_ns()) : plan.to;
    }

    void take(Connection& connection) override {
        const auto take_either = [&](const char* body, std::size_t bytes) { take_message(connection, body, bytes); };
        if (connection.is_datagram()) {
            take_datagram(connection, take_either);
        } else {
            take_stream(connection, take_either);
        }
    }

    void take(Connection& connection, const Delivery* messages, std::size_t n) override {
        for (std::size_t i = 0; i < n; ++i) take_message(connection, messages[i].body, messages[i].bytes);
    }

    bool awaits_more() const override {
        return lane_.now < awaited_until_ &&
               std::any_of(lane_.connections.begin(), lane_.connections.end(),
                           [](const Connection& connection) { return !connection.snapshots.is_over; });
    }

private:
    void take_message(Connection& connection, const char* body, std::size_t bytes) {
        if (bytes == lane_.traffic.snapshot_body_bytes()) {
            take_snapshot(connection.snapshots, body, bytes);
        } else {
            take_whole(connection, body, bytes);
            connection.snapshots.is_live = true;
        }
    }

    /// The first one after the window ends its connection's count.
    void take_snapshot(SnapshotsSeen& seen, const char* body, std::size_t bytes) {
        const std::uint32_t tick = load_u32(body);
        const std::int64_t skew = lane_.now - arrivals_.first_arrival(tick, lane_.now);
        if (!seen.is_live || seen.is_over || lane_.now < lane_.window.plan().from) return;
        if (seen.has_begun && static_cast<std::int32_t>(tick - seen.last) <= 0) {
            if (const auto stray = seen.overtaken(tick)) lane_.count(*stray);
            return;
        }
        arrivals_.gap(seen, tick);
        seen.is_over = lane_.now >= lane_.window.plan().to;
        if (seen.is_over) return;
        arrivals_.received(lane_.now - static_cast<std::int64_t>(load_u64(body + sequence_bytes)), skew);
        const std::size_t rest = bytes - snapshot_head_bytes;
        if (std::memcmp(body + snapshot_head_bytes, payload_.of(tick), rest) != 0) ++lane_.counts.corrupt;
    }

    SnapshotCounts arrivals_;
    Payload payload_;
    std::int64_t awaited_until_ = 0;
};

}  // namespace pingmark
