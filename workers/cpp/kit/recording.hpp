#pragma once

#include <cstddef>

#include "kit/lane_state.hpp"

namespace pingmark {

/// Records a lane's round trips; of a timed load also its send lateness. The branch for each receive call costs a
/// message less than a virtual call.
class Recording {
public:
    explicit Recording(LaneState& lane) : lane_(lane) {}

    void begin(bool timed) { timed_ = timed; }

    /// Verifies the answers of one receive call, and records those that count and are intact.
    void verify(const Connection& connection) {
        Counts& counts = lane_.counts;
        if (timed_) {
            lane_.arrivals.verify(connection, counts.corrupt, [&](const RoundTrip& round_trip) {
                record(round_trip, connection);
                counts.uncorrected->record(round_trip.duration() - round_trip.late_by());
                counts.send_lateness->record(round_trip.late_by());
            });
        } else {
            lane_.arrivals.verify(connection, counts.corrupt,
                                  [&](const RoundTrip& round_trip) { record(round_trip, connection); });
        }
    }

private:
    void record(const RoundTrip& round_trip, const Connection& connection) {
        lane_.counts.round_trips->record(round_trip.duration());
        if (lane_.counts.slowest.admits(round_trip.duration()))
            lane_.counts.slowest.keep({lane_.number_of(connection), round_trip});
    }

    LaneState& lane_;
    bool timed_ = false;
};

}  // namespace pingmark
