#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

#include "kit/clock.hpp"
#include "kit/constants.hpp"
#include "kit/loads/load.hpp"
#include "kit/payload.hpp"
#include "kit/server.hpp"
#include "kit/wire.hpp"

namespace pingmark {

/// A server's connection that gets snapshots.
class Recipient {
public:
    Recipient() = default;
    Recipient(const Recipient&) = delete;

    virtual bool has_unsent() const = 0;
    /// Call while nothing is unsent. What the socket does not take is sent later.
    virtual void send_snapshot(const char* message, std::size_t bytes) = 0;

protected:
    ~Recipient() = default;

private:
    friend class Ticker;
    std::int64_t last_input_ = 0;  ///< the tick that was next when the input came
};

/// A serving thread's snapshots: the same one for all recipients at each tick, as long as they send inputs. Late ticks
/// are sent late.
class Ticker {
public:
    static constexpr std::int64_t never = -1;

    /// `framed`: snapshots are frames of a stream, else datagrams.
    explicit Ticker(Server& server, bool framed = true) : server_(server), header_(framed ? length_bytes : 0) {}
    Ticker(const Ticker&) = delete;

    /// False if the other recipients get different snapshots.
    bool add(Recipient& recipient, const TickPlan& plan) {
        if (recipients_.empty()) begin(plan);
        if (!(plan_ == plan)) return false;
        recipient.last_input_ = long_ago;
        recipients_.push_back(&recipient);
        return true;
    }

    /// Whether its recipients get these snapshots.
    bool sends(const TickPlan& plan) const { return plan_ == plan; }

    void remove(Recipient& recipient) {
        const auto place = std::find(recipients_.begin(), recipients_.end(), &recipient);
        *place = recipients_.back();
        recipients_.pop_back();
        if (recipients_.empty()) wanted_until_ = never;
    }

    /// The recipient has sent an input, and gets snapshots for a while.
    void input(Recipient& from) {
        if (!has_recipients()) next_ = times_.after(now_ns());
        from.last_input_ = next_;
        wanted_until_ = next_ + lease();
    }

    /// Until the next tick; `never` if nobody gets snapshots.
    std::int64_t wait_ns() const {
        return has_recipients() ? std::max<std::int64_t>(0, times_.of(next_) - now_ns()) : never;
    }

    /// Sends at most one tick, so that arrivals are received in between. Recipients with an unsent snapshot miss this
    /// one. Calls `blocked(recipient)` if the socket did not take all of it.
    template <class Blocked>
    void send_due(Blocked&& blocked) {
        if (!has_recipients() || now_ns() < times_.of(next_)) return;
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
    static constexpr std::int64_t long_ago = -(std::int64_t{1} << 32);

    bool has_recipients() const { return next_ <= wanted_until_; }
    /// How many ticks follow an input.
    std::int64_t lease() const { return times_.count_in(snapshot_lease_ns); }

    void begin(const TickPlan& plan) {
        if (!payload_) payload_.emplace("random");
        plan_ = plan;
        snapshot_.resize(plan.snapshot_bytes);
        if (header_ > 0) store_u32(snapshot_.data(), static_cast<std::uint32_t>(plan.snapshot_bytes - header_));
        times_ = {now_ns(), plan.rate_hz};
        next_ = 0;
        wanted_until_ = never;
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
    std::int64_t wanted_until_ = never;
};

}  // namespace pingmark
