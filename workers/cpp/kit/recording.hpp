#pragma once

#include <cstdint>
#include <memory>

#include "kit/arrivals.hpp"
#include "kit/connection.hpp"
#include "kit/counts.hpp"

namespace pingmark {

/// Decides what is recorded of a lane's round trips. It is chosen for each measurement, by whether its load has times of
/// its own.
class Recording {
public:
    virtual ~Recording() = default;

    /// Verifies the answers of one receive call, which came on this connection, and records those that count and are
    /// intact.
    virtual void verify(Arrivals& arrivals, const Connection& connection) = 0;
};

/// Of messages that were intended for when they were sent.
class UntimedRecording final : public Recording {
public:
    explicit UntimedRecording(Counts& counts) : counts_(counts) {}

    void verify(Arrivals& arrivals, const Connection& connection) override {
        arrivals.verify(connection, counts_.corrupt, [this](std::int64_t round_trip, std::int64_t) {
            counts_.round_trips->record(round_trip);
        });
    }

private:
    Counts& counts_;
};

class TimedRecording final : public Recording {
public:
    explicit TimedRecording(Counts& counts) : counts_(counts) {}

    void verify(Arrivals& arrivals, const Connection& connection) override {
        arrivals.verify(connection, counts_.corrupt, [this](std::int64_t round_trip, std::int64_t late_by) {
            counts_.round_trips->record(round_trip);
            counts_.uncorrected->record(round_trip - late_by);
            counts_.send_lateness->record(late_by);
        });
    }

private:
    Counts& counts_;
};

inline std::unique_ptr<Recording> make_recording(Counts& counts, bool timed) {
    if (timed) return std::make_unique<TimedRecording>(counts);
    return std::make_unique<UntimedRecording>(counts);
}

}  // namespace pingmark
