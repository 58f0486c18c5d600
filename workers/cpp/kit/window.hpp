#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "kit/message_pool.hpp"

namespace pingmark {

/// What is counted: the messages sent from `from` on, until a time, or so many of them, or whole laps.
struct Window {
    static constexpr std::int64_t open_end = std::numeric_limits<std::int64_t>::max();
    static constexpr std::size_t most_laps = 200'000;  ///< what fits in a reply line

    std::int64_t from = 0;
    std::int64_t to = open_end;
    std::uint64_t messages = 0;      ///< 0: `to` decides
    std::uint64_t lap_messages = 0;  ///< 0: no laps
};

/// Decides for one lane which messages count. A countdown that never reaches zero stands for "no such limit".
class Counting {
public:
    /// `messages` is drawn from where the window says how many of them count.
    void begin(const Window& window, MessagePool& messages) {
        window_ = window;
        const bool by_laps = window.lap_messages > 0;
        const bool by_messages = window.messages > 0 && !by_laps;
        from_ = window.from;
        to_ = by_laps ? Window::open_end : window.to;
        messages_ = &messages;
        sends_left_ = 0;
        if (by_messages) draw();
        lap_left_ = window.lap_messages;
        sent_ = 0;
        last_ = window.from;
        laps_.clear();
        if (by_laps) laps_.reserve(Window::most_laps + 1);
    }

    bool counts(std::int64_t now) const { return now >= from_ && now < to_; }
    bool over(std::int64_t now) const { return now >= to_; }

    /// A counted message was sent.
    void sent(std::int64_t now) {
        if (sent_++ == 0) lap_start_ = now;
        if (--sends_left_ == 0) draw();
    }

    /// A counted message was answered or lost.
    void ended(std::int64_t now) {
        last_ = now;
        if (--lap_left_ == 0) end_lap(now);
    }

    std::uint64_t sent() const { return sent_; }
    const std::vector<std::int64_t>& laps() const { return laps_; }
    bool laps_overflowed() const { return laps_.size() > Window::most_laps; }

    /// The window as counted.
    std::int64_t from() const { return laps_.empty() ? window_.from : first_lap_start_; }
    std::int64_t to() const { return window_.messages > 0 || window_.lap_messages > 0 ? last_ : window_.to; }

private:
    [[gnu::cold]] void draw() {
        sends_left_ = messages_->draw();
        if (sends_left_ == 0) stop();
    }

    void stop() { to_ = std::numeric_limits<std::int64_t>::min(); }

    void end_lap(std::int64_t now) {
        if (laps_.empty()) first_lap_start_ = lap_start_;
        laps_.push_back(now - lap_start_);
        lap_start_ = now;
        lap_left_ = window_.lap_messages;
        const bool enough = window_.messages > 0 ? sent_ >= window_.messages : now >= window_.to;
        if (enough || laps_overflowed()) stop();
    }

    MessagePool* messages_ = nullptr;
    std::int64_t from_ = 0;
    std::int64_t to_ = 0;
    std::uint64_t sent_ = 0;
    std::uint64_t sends_left_ = 0;
    std::uint64_t lap_left_ = 0;
    std::int64_t last_ = 0;
    std::int64_t lap_start_ = 0;
    std::int64_t first_lap_start_ = 0;
    Window window_;
    std::vector<std::int64_t> laps_;
};

}  // namespace pingmark
