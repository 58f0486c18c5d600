#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>

namespace pingmark {

/// Starts measurements on a client's lanes, ends them together, parks the lanes, and finally ends them.
class LaneControl {
public:
    // For the client.
    void start(std::size_t lanes) {
        const std::lock_guard<std::mutex> lock(mutex_);
        not_done_ = lanes;
        running_ = lanes;
        stop_ = false;
        ++measurement_;
        wake_.notify_all();
    }

    /// Waits until all lanes have parked, at most so long. False: they have not.
    bool wait_parked(std::chrono::nanoseconds at_most) {
        std::unique_lock<std::mutex> lock(mutex_);
        return parked_.wait_for(lock, at_most, [&] { return running_ == 0; });
    }

    /// Ends the lanes: parked ones at once, measuring ones as after a failure.
    void end() {
        const std::lock_guard<std::mutex> lock(mutex_);
        ends_ = true;
        failed_ = true;
        wake_.notify_all();
    }

    /// Waits until all lanes have ended, at most so long. False: they have not.
    bool wait_ended(std::size_t lanes, std::chrono::nanoseconds at_most) {
        std::unique_lock<std::mutex> lock(mutex_);
        return parked_.wait_for(lock, at_most, [&] { return ended_ == lanes; });
    }

    std::string failure() {
        const std::lock_guard<std::mutex> lock(mutex_);
        return failure_;
    }

    // For a lane.
    enum class Wake { measurement, time_up, end };

    Wake wait_start(std::uint64_t& measurements_seen, std::chrono::nanoseconds at_most) {
        std::unique_lock<std::mutex> lock(mutex_);
        const auto is_called = [&] { return ends_ || measurement_ != measurements_seen; };
        if (!wake_.wait_for(lock, at_most, is_called)) return Wake::time_up;
        if (ends_) return Wake::end;
        measurements_seen = measurement_;
        return Wake::measurement;
    }

    /// The lane's last call.
    void ended() {
        const std::lock_guard<std::mutex> lock(mutex_);
        ++ended_;
        parked_.notify_one();
    }

    void park() {
        const std::lock_guard<std::mutex> lock(mutex_);
        if (--running_ == 0) parked_.notify_one();
    }

    /// The lane's counted messages have ended. The load stops when this is true of all lanes.
    void done() {
        if (--not_done_ == 0) stop_ = true;
    }

    /// A connection failed: ends this measurement for all lanes, and refuses later ones.
    void fail(const std::string& reason) {
        const std::lock_guard<std::mutex> lock(mutex_);
        if (failure_.empty()) failure_ = reason;
        failed_ = true;
    }

    bool stopped() const { return stop_.load(std::memory_order_acquire); }
    bool failed() const { return failed_.load(std::memory_order_acquire); }

private:
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
