#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <memory>
#include <string>
#include <string_view>

#include "kit/counter.hpp"
#include "kit/failure.hpp"
#include "kit/histogram.hpp"
#include "kit/slowest.hpp"

namespace pingmark {

/// The exact figures of a histogram's values.
struct Extent {
    std::int64_t min = std::numeric_limits<std::int64_t>::max();
    std::int64_t max = -1;
    std::int64_t sum = 0;

    bool empty() const { return max < 0; }

    void record(std::int64_t value) {
        min = std::min(min, value);
        max = std::max(max, value);
        sum += value;
    }

    void add(const Extent& other) {
        min = std::min(min, other.min);
        max = std::max(max, other.max);
        sum += other.sum;
    }
};

/// Durations, exact and as a histogram, which is mostly empty and often cleared.
struct Durations {
    Extent extent;
    Histogram histogram;

    void record(std::int64_t value) {
        histogram.record(static_cast<std::uint64_t>(value));
        extent.record(value);
    }

    void clear() {
        if (!extent.empty()) {
            histogram.clear(static_cast<std::uint64_t>(extent.min), static_cast<std::uint64_t>(extent.max));
        }
        extent = {};
    }

    void add_to(MergedHistogram& sum) const {
        if (extent.empty()) return;
        sum.add(histogram, static_cast<std::uint64_t>(extent.min), static_cast<std::uint64_t>(extent.max));
    }
};

/// What a measurement has that not all have.
struct Kinds {
    enum Kind { all, timed, churn, ticks };

    bool has_times = false;  ///< messages have times of their own
    bool has_churn = false;  ///< ... connections of their own
    bool has_ticks = false;  ///< the server sends snapshots

    bool has(Kind kind) const {
        return kind == timed ? has_times : kind == churn ? has_churn : kind == ticks ? has_ticks : true;
    }
};

/// What one lane counts. Other threads read it while the lane is parked, and a Counter at any time. A new number or
/// histogram is a member, and a row of a table.
struct Counts {
    Counter matched;                   ///< answers since connect
    std::uint64_t matched_before = 0;  ///< ... before this measurement

    std::uint64_t sent = 0;      ///< counted messages; those of `LaneWindow`, when the measurement has ended
    std::uint64_t received = 0;  ///< ... answered
    std::uint64_t answered = 0;  ///< all answers of this measurement, of counted messages or not, when it has ended
    std::uint64_t lost = 0;      ///< counted messages, lost
    std::uint64_t unsent = 0;    ///< messages that would have counted, had they been sent
    std::uint64_t corrupt = 0;
    std::uint64_t late = 0;
    std::uint64_t duplicated = 0;
    std::uint64_t reordered = 0;
    std::uint64_t silent_connections = 0;
    std::uint64_t snapshots_received = 0;
    std::uint64_t snapshots_lost = 0;

    std::unique_ptr<Durations> round_trips;
    std::unique_ptr<Durations> uncorrected;        ///< round trips from the send
    std::unique_ptr<Durations> send_lateness;      ///< from the intended time to the send
    std::unique_ptr<Durations> connects;           ///< until a message's connection was there
    std::unique_ptr<Durations> first_bytes;        ///< until the first byte of an answer, from the same beginning
    std::unique_ptr<Durations> snapshot_lateness;  ///< from the tick's time, by the server's clock
    std::unique_ptr<Durations> snapshot_skew;      ///< from the tick's first arrival

    Slowest slowest;

    Kinds kinds;

    /// A measurement begins, of which so many of the slowest messages are kept.
    void begin(const Kinds& of, std::size_t slowest_kept);
};

/// A number of a reply, by its name there. Those of lanes add up.
struct NumberRow {
    const char* name;
    Kinds::Kind kind;
    std::uint64_t Counts::*in;
};

inline constexpr NumberRow number_rows[] = {
    {"sent", Kinds::all, &Counts::sent},
    {"received", Kinds::all, &Counts::received},
    {"answered", Kinds::all, &Counts::answered},
    {"lost", Kinds::all, &Counts::lost},
    {"unsent", Kinds::all, &Counts::unsent},
    {"corrupt", Kinds::all, &Counts::corrupt},
    {"late", Kinds::all, &Counts::late},
    {"duplicated", Kinds::all, &Counts::duplicated},
    {"reordered", Kinds::all, &Counts::reordered},
    {"silent_connections", Kinds::all, &Counts::silent_connections},
    {"snapshots_received", Kinds::ticks, &Counts::snapshots_received},
    {"snapshots_lost", Kinds::ticks, &Counts::snapshots_lost},
};

/// A histogram of a reply, which exists where it is counted.
struct DurationsRow {
    const char* name;
    Kinds::Kind kind;
    std::unique_ptr<Durations> Counts::*in;
};

inline constexpr DurationsRow durations_rows[] = {
    {"histogram", Kinds::all, &Counts::round_trips},
    {"uncorrected_histogram", Kinds::timed, &Counts::uncorrected},
    {"send_lateness_histogram", Kinds::timed, &Counts::send_lateness},
    {"connect_histogram", Kinds::churn, &Counts::connects},
    {"first_byte_histogram", Kinds::churn, &Counts::first_bytes},
    {"snapshot_lateness_histogram", Kinds::ticks, &Counts::snapshot_lateness},
    {"snapshot_skew_histogram", Kinds::ticks, &Counts::snapshot_skew},
};

inline void Counts::begin(const Kinds& of, std::size_t slowest_kept) {
    kinds = of;
    slowest.begin(slowest_kept);
    matched_before = matched.get();
    for (const NumberRow& row : number_rows) this->*row.in = 0;
    for (const DurationsRow& row : durations_rows) {
        std::unique_ptr<Durations>& durations = this->*row.in;
        if (!kinds.has(row.kind)) {
            durations.reset();
        } else if (durations) {
            durations->clear();
        } else {
            durations = std::make_unique<Durations>();
        }
    }
}

/// What all lanes counted, added up.
struct CountsSum {
    std::array<std::uint64_t, std::size(number_rows)> numbers{};
    std::array<MergedHistogram, std::size(durations_rows)> durations;
    Extent round_trips;
    Slowest slowest;

    std::uint64_t of(std::string_view name) const {
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            if (name == number_rows[i].name) return numbers[i];
        }
        throw Failure("there is no counter " + std::string(name));
    }

    void add(const Counts& lane) {
        for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] += lane.*number_rows[i].in;
        for (std::size_t i = 0; i < durations.size(); ++i) {
            if (const Durations* part = (lane.*durations_rows[i].in).get()) part->add_to(durations[i]);
        }
        round_trips.add(lane.round_trips->extent);
        slowest.add(lane.slowest);
    }
};

}  // namespace pingmark
