#pragma once

#include <cstdint>

#include "kit/arrivals.hpp"
#include "kit/connection.hpp"
#include "kit/counts.hpp"

namespace pingmark {

/// Records a lane's round trips: what of them is chosen for each measurement, by whether its load has times of its own.
/// The choice is looked at once for each receive call, which costs a message less than a virtual call.
class Recording {
public:
    explicit Recording(Counts& counts) : counts_(counts) {}

    void begin(bool timed) { timed_ = timed; }

    /// Verifies the answers of one receive call, which came on this connection, and records those that count and are
    /// intact.
    void verify(Arrivals& arrivals, const Connection& connection) {
        if (timed_) {
            arrivals.verify(connection, counts_.corrupt, [this](std::int64_t round_trip, std::int64_t late_by) {
                counts_.round_trips->record(round_trip);
                counts_.uncorrected->record(round_trip - late_by);
                counts_.send_lateness->record(late_by);
            });
        } else {
            arrivals.verify(connection, counts_.corrupt,
                            [this](std::int64_t round_trip, std::int64_t) { counts_.round_trips->record(round_trip); });
        }
    }

private:
    Counts& counts_;
    bool timed_ = false;
};

}  // namespace pingmark
