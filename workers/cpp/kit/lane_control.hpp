#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>

namespace pingmark {

/// Wakes a client's lanes for a measurement, ends it for all of them together, parks them, and lets them go at last.
class LaneControl {
public:
    // The executor's side.
    void start(std::size_t lanes) {
        const std::lock_guard<std::mutex> lock(mutex_);
        not_done_ = lanes;
        running_ = lanes;
        stop_ = false;
        ++measurement_;
        wake_.notify_all();
    }

    /// Whether all lanes have parked, after waiting at most so long.
    bool wait_parked(std::chrono::nanoseconds at_most) {
        std::unique_lock<std::mutex> lock(mutex_);
        return parked_.wait_for(lock, at_most, [&] { return running_ == 0; });
    }

    /// Lets the lanes end: those that measure as after a failure, those that are parked at once.
    void end() {
        const std::lock_guard<std::mutex> lock(mutex_);
        ends_ = true;
        failed_ = true;
        wake_.notify_all();
    }

    /// Whether so many lanes have ended, after waiting at most so long.
    bool wait_ended(std::size_t lanes, std::chrono::nanoseconds at_most) {
        std::unique_lock<std::mutex> lock(mutex_);
        return parked_.wait_for(lock, at_most, [&] { return ended_ == lanes; });
    }

    std::string failure() {
        const std::lock_guard<std::mutex> lock(mutex_);
        return failure_;
    }

    // A lane's side.
    enum class Wake { measurement, time_up, end };

    Wake wait_start(std::uint64_t& measurements_seen) {
        std::unique_lock<std::mutex> lock(mutex_);
        wake_.wait(lock, [&] { return is_called(measurements_seen); });
        return called(measurements_seen);
    }

    /// The same, for at most so long.
    Wake wait_start(std::uint64_t& measurements_seen, std::chrono::nanoseconds at_most) {
        std::unique_lock<std::mutex> lock(mutex_);
        if (!wake_.wait_for(lock, at_most, [&] { return is_called(measurements_seen); })) return Wake::time_up;
        return called(measurements_seen);
    }

    /// The last thing that a lane does here.
    void ended() {
        const std::lock_guard<std::mutex> lock(mutex_);
        ++ended_;
        parked_.notify_one();
    }

    void park() {
        const std::lock_guard<std::mutex> lock(mutex_);
        if (--running_ == 0) parked_.notify_one();
    }

    /// The lane has all its counted messages back or lost; the load stops when the last one says so.
    void done() {
        if (--not_done_ == 0) stop_ = true;
    }

    /// A connection failed, which ends the measurement for all lanes, and every later one.
    void fail(const std::string& reason) {
        const std::lock_guard<std::mutex> lock(mutex_);
        if (failure_.empty()) failure_ = reason;
        failed_ = true;
    }

    bool stopped() const { return stop_.load(std::memory_order_acquire); }
    bool failed() const { return failed_.load(std::memory_order_acquire); }

private:
    bool is_called(std::uint64_t measurements_seen) const { return ends_ || measurement_ != measurements_seen; }

    Wake called(std::uint64_t& measurements_seen) const {
        if (ends_) return Wake::end;
        measurements_seen = measurement_;
        return Wake::measurement;
    }

    std::mutex mutex_;
    std::condition_variable wake_;
    std::condition_variable parked_;
    std::uint64_t measurement_ = 0;
    std::size_t running_ = 0;
    std::size_t ended_ = 0;
    bool ends_ = false;
    std::string failure_;
    std::atomic<std::size_t> not_done_{0};
    std::atomic<bool> stop_{false};
    std::atomic<bool> failed_{false};
};

}  // namespace pingmark
