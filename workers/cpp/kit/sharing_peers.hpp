#pragma once

#include <cstddef>
#include <functional>
#include <unordered_map>
#include <utility>

#include "kit/one_way.hpp"
#include "kit/peer_table.hpp"
#include "kit/ticker.hpp"

namespace pingmark {

/// The peers of a datagram server that asked for something else than echoes alone. They have no socket of their own.
class SharingPeers {
public:
    /// How a snapshot goes to a peer. What cannot be sent is lost, like any datagram.
    using Send = std::function<void(const Peer& to, const char* body, std::size_t bytes)>;

    /// What a peer asked for in its hello, one of both: its messages are counted, or it is sent snapshots.
    struct SharingPeer final : Recipient {
        SharingPeer(const Peer& its_address, const OneWay& asked, const Send& way)
            : address(its_address), one_way(asked), send(way) {}

        bool has_unsent() const override { return false; }
        void send_snapshot(const char* message, std::size_t bytes) override { send(address, message, bytes); }

        const Peer address;
        OneWay one_way;
        const Send& send;
    };

    /// @param send null: nobody is sent snapshots
    SharingPeers(Server& server, MessageCount& messages, Send send)
        : server_(server), messages_(messages), ticker_(server, false), send_(std::move(send)) {}

    /// Until the next tick; `Ticker::never` where nobody is sent anything.
    std::int64_t wait_ns() const { return ticker_.wait_ns(); }
    /// At most one tick, so that what arrives is received in between.
    void send_due() {
        ticker_.send_due([](Recipient&) {});
    }

    /// Null: it is none of these.
    SharingPeer* find(const Peer& peer) {
        const auto place = peers_.find(peer);
        return place == peers_.end() ? nullptr : &place->second;
    }

    /// Whether this is a hello that is answered: the first of its sender, or the same again.
    bool greets(const Peer& from, const char* body, std::size_t bytes) {
        const OneWay one_way = OneWay::of_hello(*server_.hello(), body, bytes);
        const TickPlan ticks = send_ ? TickPlan::of_hello(*server_.hello(), body, bytes) : TickPlan();
        if (!one_way && !ticks) return false;
        const SharingPeer* const known = find(from);
        if (known != nullptr && known->one_way.part() == one_way.part() && (!ticks || ticker_.sends(ticks)))
            return true;
        forget(from);
        if (peers_.size() == known_datagram_peers) return false;
        SharingPeer& peer = peers_.try_emplace(from, from, one_way, send_).first->second;
        if (ticks && !ticker_.add(peer, ticks)) {
            peers_.erase(from);
            return false;
        }
        server_.count_connections(+1);
        return true;
    }

    /// The length of what is to be sent back from the same buffer; negative when nothing is.
    ssize_t received(SharingPeer& from, char* body, std::size_t bytes) {
        if (bytes < (from.one_way ? acknowledgement_bytes : min_body_bytes)) {
            server_.count_bad_frame();
            return -1;
        }
        messages_.add(1);
        if (!from.one_way) {
            ticker_.input(from);
            return static_cast<ssize_t>(bytes);
        }
        const std::uint32_t sequence = load_u32(body);
        if (!from.one_way.arrived(sequence)) return -1;
        from.one_way.acknowledge(sequence, body);
        return acknowledgement_bytes;
    }

    /// If it is one of these.
    void forget(const Peer& peer) {
        const auto place = peers_.find(peer);
        if (place == peers_.end()) return;
        left(place->second);
        peers_.erase(place);
    }
    void forget_all() {
        for (auto& known : peers_) left(known.second);
        peers_.clear();
    }

private:
    void left(SharingPeer& peer) {
        if (!peer.one_way) ticker_.remove(peer);
        server_.count_connections(-1);
    }

    Server& server_;
    MessageCount& messages_;
    Ticker ticker_;
    const Send send_;
    std::unordered_map<Peer, SharingPeer, PeerTable::Hash> peers_;
};

}  // namespace pingmark
