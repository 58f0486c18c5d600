#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>

#include "connection.hpp"
#include "kit/ticker.hpp"

namespace pingmark {

/// The peers of a host that have asked for snapshots, which go by the transmission of a peer's last input.
class Recipients {
public:
    explicit Recipients(Server& server) : server_(server), ticker_(server, false) {}

    /// Until the next tick; `Ticker::never` where nobody is sent anything.
    std::int64_t wait_ns() const { return ticker_.wait_ns(); }

    /// At most one tick, so that what arrives is received in between.
    void send_due() {
        ticker_.send_due([](Recipient&) {});
    }

    /// Whether this is a hello that asks for snapshots, as those that are sent already.
    bool greets(ENetPeer& peer, const char* body, std::size_t bytes) {
        const TickPlan ticks = TickPlan::of_hello(*server_.hello(), body, bytes);
        if (!ticks) return false;
        if (ticker_.add(peers_.try_emplace(&peer, peer).first->second, ticks)) return true;
        peers_.erase(&peer);
        return false;
    }

    /// It has sent something, if it is one of these.
    void input(ENetPeer& peer, bool reliable) {
        if (peers_.empty()) return;
        const auto place = peers_.find(&peer);
        if (place == peers_.end()) return;
        place->second.reliable = reliable;
        ticker_.input(place->second);
    }

    /// It has gone, if it is one of these.
    void remove(ENetPeer& peer) {
        const auto place = peers_.find(&peer);
        if (place == peers_.end()) return;
        ticker_.remove(place->second);
        peers_.erase(place);
    }

private:
    struct PeerRecipient final : Recipient {
        explicit PeerRecipient(ENetPeer& its_peer) : peer(its_peer) {}

        bool has_unsent() const override { return false; }
        void send_snapshot(const char* message, std::size_t bytes) override {
            send_message(peer, message, bytes, reliable);
        }

        ENetPeer& peer;
        bool reliable = false;
    };

    Server& server_;
    Ticker ticker_;
    std::unordered_map<ENetPeer*, PeerRecipient> peers_;
};

}  // namespace pingmark
