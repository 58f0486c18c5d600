#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <vector>

#include "kit/constants.hpp"

namespace pingmark {

/// The messages that a measurement counts. Lanes draw portions that shrink towards the end, so that no slow lane holds
/// up the others and all end together (guided self-scheduling, C. Polychronopoulos and D. Kuck 1987).
class MessagePool {
public:
    void fill(std::uint64_t messages, std::size_t lanes) {
        portions_ = pool_portions_per_lane * lanes;
        left_.store(messages, std::memory_order_relaxed);
    }

    /// 0: none are left.
    std::uint64_t draw() {
        std::uint64_t left = left_.load(std::memory_order_relaxed);
        std::uint64_t portion = 0;
        do {
            portion = std::min(left, std::max<std::uint64_t>(1, left / portions_));
        } while (!left_.compare_exchange_weak(left, left - portion, std::memory_order_relaxed));
        return portion;
    }

private:
    std::atomic<std::uint64_t> left_{0};
    std::uint64_t portions_ = 1;
};

/// Times equal numbers of messages: each lap starts at the clock reading that ended the last one. A countdown that
/// never reaches zero means no laps.
class Laps {
public:
    void begin(std::uint64_t messages) {
        messages_ = left_ = messages;
        durations_.clear();
        if (messages > 0) durations_.reserve(max_laps + 1);
    }

    /// The first counted message was sent.
    void start(std::int64_t now) { started_ = first_started_ = now; }

    /// A counted message has ended. True when a lap has, too.
    bool ended(std::int64_t now) {
        if (--left_ != 0) return false;
        durations_.push_back(now - started_);
        started_ = now;
        left_ = messages_;
        return true;
    }

    const std::vector<std::int64_t>& durations() const { return durations_; }
    std::int64_t first_started() const { return first_started_; }
    bool overflowed() const { return durations_.size() > max_laps; }

private:
    std::uint64_t messages_ = 0;
    std::uint64_t left_ = 0;
    std::int64_t started_ = 0;
    std::int64_t first_started_ = 0;
    std::vector<std::int64_t> durations_;
};

/// What a measurement counts: messages intended from `from` on, until a time, a number of messages, or the end of a
/// lap.
struct Window {
    static constexpr std::int64_t open_end = std::numeric_limits<std::int64_t>::max();

    std::int64_t from = 0;
    std::int64_t to = open_end;
    std::uint64_t messages = 0;      ///< 0: `to` decides
    std::uint64_t lap_messages = 0;  ///< 0: no laps
    std::int64_t lost_after = 0;     ///< 0: the client's value
    std::uint64_t slowest = 0;       ///< how many of the slowest messages are kept

    bool ends_by_time() const { return messages == 0 && lap_messages == 0; }
};

/// Decides for one lane which messages the window counts.
class LaneWindow {
public:
    /// A window of `messages` draws its share from the pool.
    void begin(const Window& window, MessagePool& pool) {
        window_ = window;
        pool_ = &pool;
        from_ = window.from;
        to_ = window.lap_messages > 0 ? Window::open_end : window.to;
        sends_left_ = 0;
        if (window.messages > 0 && window.lap_messages == 0) draw();
        sent_ = 0;
        last_ = window.from;
        laps_.begin(window.lap_messages);
    }

    bool counts(std::int64_t intended) const { return intended >= from_ && intended < to_; }

    /// Messages intended from now on do not count.
    bool over(std::int64_t now) const { return now >= to_; }

    /// A counted message was sent.
    void sent(std::int64_t now) {
        if (sent_++ == 0) laps_.start(now);
        // Without a limit the countdown starts at zero and never returns to it.
        if (--sends_left_ == 0) draw();
    }

    /// A counted message was answered or lost.
    void ended(std::int64_t now) {
        last_ = now;
        if (!laps_.ended(now)) return;
        const bool enough = window_.messages > 0 ? sent_ >= window_.messages : now >= window_.to;
        if (enough || laps_.overflowed()) stop();
    }

    const Window& plan() const { return window_; }
    const Laps& laps() const { return laps_; }
    std::uint64_t sent() const { return sent_; }

    /// The window as counted.
    std::int64_t counted_from() const { return laps_.durations().empty() ? window_.from : laps_.first_started(); }
    std::int64_t counted_to() const { return window_.ends_by_time() ? window_.to : last_; }

private:
    [[gnu::cold]] void draw() {
        sends_left_ = pool_->draw();
        if (sends_left_ == 0) stop();
    }

    void stop() { to_ = std::numeric_limits<std::int64_t>::min(); }

    MessagePool* pool_ = nullptr;
    std::int64_t from_ = 0;
    std::int64_t to_ = 0;
    std::uint64_t sent_ = 0;
    std::uint64_t sends_left_ = 0;
    std::int64_t last_ = 0;
    Laps laps_;
    Window window_;
};

}  // namespace pingmark
