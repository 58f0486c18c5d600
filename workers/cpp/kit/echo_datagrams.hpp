#pragma once

#include <netinet/in.h>
#include <sys/types.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "kit/constants.hpp"
#include "kit/one_way.hpp"
#include "kit/server.hpp"
#include "kit/sockets.hpp"
#include "kit/ticker.hpp"
#include "kit/wire.hpp"

namespace pingmark {

/// A sender's address as the kernel wrote it, padded with zeros, so that it compares as four words.
union Peer {
    std::uint64_t words[4];
    sockaddr any;
    sockaddr_in v4;
    sockaddr_in6 v6;

    Peer() : words{} {}
    Address address() const { return Address::of(&any, any.sa_family == AF_INET ? sizeof v4 : sizeof v6); }
    bool operator==(const Peer& other) const { return std::memcmp(words, other.words, sizeof words) == 0; }

    struct Hash {
        std::size_t operator()(const Peer& peer) const {
            return ((peer.words[0] ^ (peer.words[1] << 1) ^ peer.words[2]) * 0x9E3779B97F4A7C15u) >> 32;
        }
    };
};

/// The peers that said hello: a hash table with open addressing, at most half full.
class PeerTable {
public:
    PeerTable() : places_(place_count), by_age_(max_peers) {}

    bool contains(const Peer& peer) const { return places_[place_of(peer)] == peer; }

    /// A full table forgets its oldest peer, and returns false.
    bool add(const Peer& peer) {
        Peer& oldest = by_age_[next_];
        next_ = (next_ + 1) % max_peers;
        const bool had_room = oldest == Peer();
        if (!had_room) remove(oldest);
        oldest = peer;
        places_[place_of(peer)] = peer;
        return had_room;
    }

    void clear() {
        std::fill(places_.begin(), places_.end(), Peer());
        std::fill(by_age_.begin(), by_age_.end(), Peer());
        next_ = 0;
    }

private:
    static constexpr std::size_t max_peers = known_datagram_peers;
    static constexpr std::size_t place_count = 2 * max_peers;

    static std::size_t first_place_of(const Peer& peer) { return Peer::Hash()(peer) % place_count; }

    /// Where the peer is, or would be added.
    std::size_t place_of(const Peer& peer) const {
        for (std::size_t place = first_place_of(peer);; place = (place + 1) % place_count) {
            if (places_[place] == peer || places_[place] == Peer()) return place;
        }
    }

    /// Fills the gap with later peers whose search would otherwise end in it.
    void remove(const Peer& peer) {
        std::size_t gap = place_of(peer);
        for (std::size_t place = (gap + 1) % place_count; !(places_[place] == Peer());
             place = (place + 1) % place_count) {
            const std::size_t distance = (place - first_place_of(places_[place])) % place_count;
            if (distance < (place - gap) % place_count) continue;
            places_[gap] = places_[place];
            gap = place;
        }
        places_[gap] = Peer();
    }

    std::vector<Peer> places_;
    std::vector<Peer> by_age_;  ///< a ring; `next_` is the oldest
    std::size_t next_ = 0;
};

/// What a datagram server does with a datagram: echo it, answer a hello, or ignore it.
class EchoDatagrams {
public:
    /// Sends a snapshot to a peer. What cannot be sent is lost.
    using SendSnapshot = std::function<void(const Peer& to, const char* body, std::size_t bytes)>;

    /// `send_snapshot` null: the stack sends no snapshots.
    EchoDatagrams(Server& server, MessageCount& messages, SendSnapshot send_snapshot = nullptr)
        : server_(server), messages_(messages), ticker_(server, false), send_snapshot_(std::move(send_snapshot)) {}

    /// Until the next tick; `Ticker::never` if nobody gets snapshots.
    std::int64_t wait_ns() const { return ticker_.wait_ns(); }
    /// Sends at most one tick, so that arrivals are received in between.
    void send_due() {
        ticker_.send_due([](Recipient&) {});
    }

    /// Returns the length of the answer, in the same buffer; negative: there is none.
    ssize_t received(const Peer& from, char* body, ssize_t n) {
        was_hello_ = was_newcomer_ = false;
        if (!server_.hello()) {
            messages_.add(1);
            return n;
        }
        if (peers_.contains(from)) return received_from_known(body, n);
        const auto bytes = static_cast<std::size_t>(n);
        if (server_.hello()->equals(body, bytes)) {
            was_newcomer_ = true;
            remove_special(from);
            if (peers_.add(from)) count_known(+1);
            return answer_hello(body);
        }
        if (accepts_special_hello(from, body, bytes)) return answer_hello(body);
        if (const auto peer = special_peers_.find(from); peer != special_peers_.end())
            return received_from_special(peer->second, body, bytes);
        server_.count_rejected();
        server_.remember_stranger(from.address());
        return -1;
    }

    /// The same for a sender that has said hello.
    ssize_t received_from_known(char* body, ssize_t n) {
        const auto bytes = static_cast<std::size_t>(n);
        if (server_.hello()->equals(body, bytes)) return answer_hello(body);
        if (bytes < min_body_bytes) {
            server_.count_bad_frame();
            return -1;
        }
        messages_.add(1);
        return n;
    }

    /// All peers have to say hello again.
    void forget() {
        peers_.clear();
        count_known(-known_);
        while (!special_peers_.empty()) remove_special(special_peers_.begin()->first);
    }

    /// Whether the last datagram was a hello, and the first one of its sender.
    bool was_hello() const { return was_hello_; }
    bool was_newcomer() const { return was_newcomer_; }

private:
    /// A peer whose hello asked for more than echoes: acknowledgements or snapshots.
    struct SpecialPeer final : Recipient {
        SpecialPeer(const Peer& its_address, const OneWay& asked, const SendSnapshot& way)
            : address(its_address), one_way(asked), send(way) {}
        bool has_unsent() const override { return false; }
        void send_snapshot(const char* message, std::size_t bytes) override { send(address, message, bytes); }

        const Peer address;
        OneWay one_way;
        const SendSnapshot& send;
    };

    void count_known(int change) {
        known_ += change;
        server_.count_connections(change);
    }

    ssize_t answer_hello(char* body) {
        was_hello_ = true;
        std::memcpy(body, hello_answer, sizeof hello_answer);
        return sizeof hello_answer;
    }

    /// Another special hello of the same sender begins anew; the same one again only repeats the answer.
    bool accepts_special_hello(const Peer& from, const char* body, std::size_t bytes) {
        const OneWay one_way = OneWay::of_hello(*server_.hello(), body, bytes);
        const TickPlan ticks = send_snapshot_ ? TickPlan::of_hello(*server_.hello(), body, bytes) : TickPlan();
        if (!one_way && !ticks) return false;
        const auto known = special_peers_.find(from);
        if (known != special_peers_.end() && known->second.one_way.part() == one_way.part() &&
            (!ticks || ticker_.sends(ticks)))
            return true;
        remove_special(from);
        if (special_peers_.size() == known_datagram_peers) return false;
        SpecialPeer& peer = special_peers_.try_emplace(from, from, one_way, send_snapshot_).first->second;
        if (ticks && !ticker_.add(peer, ticks)) {
            special_peers_.erase(from);
            return false;
        }
        server_.count_connections(+1);
        return true;
    }

    ssize_t received_from_special(SpecialPeer& from, char* body, std::size_t bytes) {
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

    /// `address` is a copy, because erasing the peer ends its own.
    void remove_special(Peer address) {
        const auto peer = special_peers_.find(address);
        if (peer == special_peers_.end()) return;
        if (!peer->second.one_way) ticker_.remove(peer->second);
        server_.count_connections(-1);
        special_peers_.erase(peer);
    }

    Server& server_;
    MessageCount& messages_;
    PeerTable peers_;
    int known_ = 0;
    Ticker ticker_;
    const SendSnapshot send_snapshot_;
    std::unordered_map<Peer, SpecialPeer, Peer::Hash> special_peers_;
    bool was_hello_ = false;
    bool was_newcomer_ = false;
};

}  // namespace pingmark
