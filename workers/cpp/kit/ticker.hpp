#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

#include "kit/clock.hpp"
#include "kit/constants.hpp"
#include "kit/loads/even_times.hpp"
#include "kit/payload.hpp"
#include "kit/server.hpp"
#include "kit/tick_plan.hpp"
#include "kit/wire.hpp"

namespace pingmark {

/// A server's connection that is sent snapshots.
class Recipient {
public:
    Recipient() = default;
    Recipient(const Recipient&) = delete;

    virtual bool has_unsent() const = 0;
    /// Nothing is unsent. What the socket does not take goes later.
    virtual void send_snapshot(const char* message, std::size_t bytes) = 0;

protected:
    ~Recipient() = default;

private:
    friend class Ticker;
    std::int64_t last_input_ = 0;  ///< the tick that was next when it came
};

/// What one serving thread sends unasked: the same snapshot to all recipients at each tick, as long as they send
/// inputs. Ticks keep their times: one that the thread is late for is sent late.
class Ticker {
public:
    static constexpr std::int64_t never = -1;

    /// A snapshot is a frame of a stream, or else a datagram.
    explicit Ticker(Server& server, bool framed = true) : server_(server), header_(framed ? length_bytes : 0) {}
    Ticker(const Ticker&) = delete;

    /// False when those that it has are sent something else.
    bool add(Recipient& recipient, const TickPlan& plan) {
        if (recipients_.empty()) begin(plan);
        if (!(plan_ == plan)) return false;
        recipient.last_input_ = out_of_mind;
        recipients_.push_back(&recipient);
        return true;
    }

    /// Whether that is what its recipients are sent.
    bool sends(const TickPlan& plan) const { return plan_ == plan; }

    void remove(Recipient& recipient) {
        const auto place = std::find(recipients_.begin(), recipients_.end(), &recipient);
        *place = recipients_.back();
        recipients_.pop_back();
        if (recipients_.empty()) asked_until_ = never;
    }

    /// It has sent something, and is sent snapshots for a while.
    void input(Recipient& from) {
        if (!is_asked()) next_ = times_.after(now_ns());
        from.last_input_ = next_;
        asked_until_ = next_ + lease();
    }

    /// Until the next tick; `never` where nobody is sent anything.
    std::int64_t wait_ns() const { return is_asked() ? std::max<std::int64_t>(0, times_.of(next_) - now_ns()) : never; }

    /// At most one tick, so that what arrives is received in between. Who has not taken the last snapshot yet goes
    /// without this one. `blocked` is told of those whose sockets did not take it.
    template <class Blocked>
    void send_due(Blocked&& blocked) {
        if (!is_asked() || now_ns() < times_.of(next_)) return;
        compose();
        for (Recipient* recipient : recipients_) {
            if (next_ - recipient->last_input_ > lease() || recipient->has_unsent()) continue;
            server_.count_snapshot();
            recipient->send_snapshot(snapshot_.data(), snapshot_.size());
            if (recipient->has_unsent()) blocked(*recipient);
        }
        ++next_;
    }

private:
    static constexpr std::int64_t out_of_mind = -(std::int64_t{1} << 32);

    bool is_asked() const { return next_ <= asked_until_; }
    /// So many ticks after an input it is forgotten.
    std::int64_t lease() const { return times_.count_in(snapshot_lease_ns); }

    void begin(const TickPlan& plan) {
        if (!payload_) payload_.emplace("random");
        plan_ = plan;
        snapshot_.resize(plan.snapshot_bytes);
        if (header_ > 0) store_u32(snapshot_.data(), static_cast<std::uint32_t>(plan.snapshot_bytes - header_));
        times_ = {now_ns(), plan.rate_hz};
        next_ = 0;
        asked_until_ = never;
    }

    void compose() {
        const auto tick = static_cast<std::uint32_t>(next_);
        char* body = snapshot_.data() + header_;
        store_u32(body, tick);
        store_u64(body + sequence_bytes, static_cast<std::uint64_t>(times_.of(next_)));
        std::memcpy(body + snapshot_head_bytes, payload_->of(tick), snapshot_.size() - header_ - snapshot_head_bytes);
    }

    Server& server_;
    const std::size_t header_;
    std::vector<Recipient*> recipients_;
    TickPlan plan_;
    std::optional<Payload> payload_;
    std::vector<char> snapshot_;
    EvenTimes times_;
    std::int64_t next_ = 0;
    std::int64_t asked_until_ = never;
};

}  // namespace pingmark
