#pragma once

#include <cstdint>
#include <limits>

#include "kit/laps.hpp"
#include "kit/message_pool.hpp"

namespace pingmark {

/// What a measurement counts: the messages intended from `from` on, until a time, or so many of them, or whole laps.
struct Window {
    static constexpr std::int64_t open_end = std::numeric_limits<std::int64_t>::max();

    std::int64_t from = 0;
    std::int64_t to = open_end;
    std::uint64_t messages = 0;      ///< 0: `to` decides
    std::uint64_t lap_messages = 0;  ///< 0: no laps
    std::int64_t lost_after = 0;     ///< 0: as it was said on connecting
    std::uint64_t slowest = 0;       ///< so many of the slowest messages are kept; 0: none

    bool ends_by_time() const { return messages == 0 && lap_messages == 0; }
};

/// Decides for one lane which messages the window counts.
class LaneWindow {
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
        sent_ = 0;
        last_ = window.from;
        laps_.begin(window.lap_messages);
    }

    bool counts(std::int64_t intended) const { return intended >= from_ && intended < to_; }
    /// What is intended from now on does not count.
    bool over(std::int64_t now) const { return now >= to_; }

    /// A counted message was sent.
    void sent(std::int64_t now) {
        if (sent_++ == 0) laps_.start(now);
        // Without a limit the countdown begins at zero and never comes back to it.
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
        sends_left_ = messages_->draw();
        if (sends_left_ == 0) stop();
    }

    void stop() { to_ = std::numeric_limits<std::int64_t>::min(); }

    MessagePool* messages_ = nullptr;
    std::int64_t from_ = 0;
    std::int64_t to_ = 0;
    std::uint64_t sent_ = 0;
    std::uint64_t sends_left_ = 0;
    std::int64_t last_ = 0;
    Laps laps_;
    Window window_;
};

}  // namespace pingmark
