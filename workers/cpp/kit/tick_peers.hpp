#pragma once

#include <cstddef>
#include <functional>
#include <unordered_map>
#include <utility>

#include "kit/peer_table.hpp"
#include "kit/ticks.hpp"

namespace pingmark {

/// The peers of a datagram server that are sent snapshots. They have no socket of their own.
class TickPeers {
public:
    /// What cannot be sent is lost, like any datagram.
    using Send = std::function<void(const Peer& to, const char* body, std::size_t bytes)>;

    TickPeers(Server& server, Send send) : hello_(server.hello()), ticker_(server, false), send_(std::move(send)) {}

    /// Until the next tick; `Ticker::never` where nobody is sent anything.
    std::int64_t wait_ns() const { return ticker_.wait_ns(); }
    /// At most one tick, so that what arrives is received in between.
    void send_due() {
        ticker_.send_due([](Recipient&) {});
    }

    std::size_t size() const { return peers_.size(); }
    bool contains(const Peer& peer) const { return peers_.count(peer) > 0; }

    /// Whether this is a hello that is answered: the first of its sender, or the same again.
    bool greets(const Peer& from, const char* body, std::size_t bytes) {
        const TickPlan plan = TickPlan::of_hello(*hello_, body, bytes);
        if (!plan) return false;
        const auto [place, is_new] = peers_.try_emplace(from, from, send_);
        if (!is_new) return ticker_.sends(plan);
        if (ticker_.add(place->second, plan)) return true;
        peers_.erase(place);
        return false;
    }

    /// It has sent something.
    void input(const Peer& from) { ticker_.input(peers_.find(from)->second); }

    void forget(const Peer& peer) {
        const auto place = peers_.find(peer);
        if (place == peers_.end()) return;
        ticker_.remove(place->second);
        peers_.erase(place);
    }
    void forget_all() {
        for (auto& known : peers_) ticker_.remove(known.second);
        peers_.clear();
    }

private:
    class TickPeer final : public Recipient {
    public:
        TickPeer(const Peer& peer, const Send& send) : peer_(peer), send_(send) {}

        bool has_unsent() const override { return false; }
        void send_snapshot(const char* message, std::size_t bytes) override { send_(peer_, message, bytes); }

    private:
        const Peer peer_;
        const Send& send_;
    };

    const std::optional<Hello>& hello_;
    Ticker ticker_;
    Send send_;
    std::unordered_map<Peer, TickPeer, PeerTable::Hash> peers_;
};

}  // namespace pingmark
