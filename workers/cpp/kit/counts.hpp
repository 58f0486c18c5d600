#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "kit/failure.hpp"
#include "kit/histogram.hpp"

namespace pingmark {

/// A count that one thread writes and others may read. Relaxed load and store compile to a plain addition, without a
/// locked instruction for each message.
class Counter {
public:
    void add(std::uint64_t n) { value_.store(get() + n, std::memory_order_relaxed); }
    std::uint64_t get() const { return value_.load(std::memory_order_relaxed); }

private:
    std::atomic<std::uint64_t> value_{0};
};

struct RoundTrip {
    std::int64_t intended_at;
    std::int64_t sent_at;
    std::int64_t received_at;

    std::int64_t duration() const { return received_at - intended_at; }
    std::int64_t late_by() const { return sent_at - intended_at; }
};

/// The slowest messages of a lane's measurement: a heap whose first is the fastest. A message that is not kept costs
/// one comparison.
class Slowest {
public:
    struct Message {
        std::size_t connection;
        RoundTrip times;
    };

    /// Allocates for at most `capacity` messages, before the measurement begins.
    void begin(std::size_t capacity) {
        capacity_ = capacity;
        messages_.clear();
        messages_.reserve(capacity);
        threshold_ = capacity > 0 ? -1 : none;
    }

    bool admits(std::int64_t duration) const { return duration > threshold_; }

    /// Keeps an admitted message. The first ones become a heap when there is no room for more.
    [[gnu::cold, gnu::noinline]] void keep(const Message& message) {
        if (messages_.size() < capacity_) {
            messages_.push_back(message);
            if (messages_.size() < capacity_) return;
            std::make_heap(messages_.begin(), messages_.end(), is_slower);
        } else {
            std::pop_heap(messages_.begin(), messages_.end(), is_slower);
            messages_.back() = message;
            std::push_heap(messages_.begin(), messages_.end(), is_slower);
        }
        threshold_ = messages_.front().times.duration();
    }

    void add(const Slowest& lane) {
        for (const Message& message : lane.messages_) {
            if (admits(message.times.duration())) keep(message);
        }
    }

    std::size_t capacity() const { return capacity_; }
    const std::vector<Message>& messages() const { return messages_; }

private:
    static constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();

    static bool is_slower(const Message& one, const Message& other) {
        return one.times.duration() > other.times.duration();
    }

    std::vector<Message> messages_;
    std::size_t capacity_ = 0;
    std::int64_t threshold_ = none;  ///< a message that takes longer is kept
};

/// The exact minimum, maximum and sum of a histogram's values.
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

/// Which optional figures a measurement has.
struct Kinds {
    enum Kind { all, timed, churn, ticks };

    bool has_times = false;  ///< messages have intended times
    bool has_churn = false;  ///< each message has its own connection
    bool has_ticks = false;  ///< the server sends snapshots

    bool has(Kind kind) const {
        return kind == timed ? has_times : kind == churn ? has_churn : kind == ticks ? has_ticks : true;
    }
};

/// One lane's counts. Other threads read them while the lane is parked, and a Counter at any time. A new count or
/// histogram is a member and a row of a table.
struct Counts {
    Counter matched;                   ///< answers since connect
    std::uint64_t matched_before = 0;  ///< of these, before this measurement

    std::uint64_t sent = 0;      ///< counted messages, set at the end of the measurement
    std::uint64_t received = 0;  ///< counted messages, answered
    std::uint64_t answered = 0;  ///< matched answers, counted or not, set at the end
    std::uint64_t lost = 0;      ///< counted messages, lost
    std::uint64_t unsent = 0;    ///< messages that were due in the window and never sent
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
    std::unique_ptr<Durations> connects;           ///< churn: until the connection was up
    std::unique_ptr<Durations> first_bytes;        ///< churn: until the answer's first byte
    std::unique_ptr<Durations> snapshot_lateness;  ///< from the tick's time, by the server's clock
    std::unique_ptr<Durations> snapshot_skew;      ///< from the tick's first arrival

    Slowest slowest;

    Kinds kinds;

    /// Clears everything for a measurement that keeps `slowest_kept` of the slowest messages.
    void begin(const Kinds& of, std::size_t slowest_kept);
};

/// A count of a reply, by its name there: the sum over lanes.
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

/// A histogram of a reply, which exists in measurements of its kind.
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

/// The sum over all lanes.
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
