#pragma once

#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "kit/constants.hpp"
#include "kit/sockets.hpp"

namespace pingmark {

/// A sender's address as the kernel wrote it, zero behind its end, so that it compares as four words.
union Peer {
    std::uint64_t words[4];
    sockaddr any;
    sockaddr_in v4;
    sockaddr_in6 v6;

    Peer() : words{} {}

    Address address() const { return Address::of(&any, any.sa_family == AF_INET ? sizeof v4 : sizeof v6); }

    bool operator==(const Peer& other) const { return std::memcmp(words, other.words, sizeof words) == 0; }
};

/// The senders that said hello: open addressing, at most half full, so that a search ends soon.
class PeerTable {
public:
    PeerTable() : places_(place_count), by_age_(most_peers) {}

    bool contains(const Peer& peer) const { return places_[place_of(peer)] == peer; }

    /// A full table forgets the oldest peer for the new one. False when it does.
    bool add(const Peer& peer) {
        Peer& oldest = by_age_[next_];
        next_ = (next_ + 1) % most_peers;
        const bool had_room = oldest == Peer();
        if (!had_room) forget(oldest);
        oldest = peer;
        places_[place_of(peer)] = peer;
        return had_room;
    }

    void clear() {
        std::fill(places_.begin(), places_.end(), Peer());
        std::fill(by_age_.begin(), by_age_.end(), Peer());
        next_ = 0;
    }

    static std::size_t mixed(const Peer& peer) {
        return ((peer.words[0] ^ (peer.words[1] << 1) ^ peer.words[2]) * 0x9E3779B97F4A7C15u) >> 32;
    }

    /// For the standard containers.
    struct Hash {
        std::size_t operator()(const Peer& peer) const { return mixed(peer); }
    };

private:
    static constexpr std::size_t most_peers = known_datagram_peers;
    static constexpr std::size_t place_count = 2 * most_peers;

    /// Where the peer is, or would go.
    std::size_t place_of(const Peer& peer) const {
        for (std::size_t place = home_of(peer);; place = (place + 1) % place_count) {
            if (places_[place] == peer || places_[place] == Peer()) return place;
        }
    }

    /// Where the search for a peer begins.
    static std::size_t home_of(const Peer& peer) { return mixed(peer) % place_count; }

    /// Moves those behind the gap into it whose search would end there too early.
    void forget(const Peer& peer) {
        std::size_t gap = place_of(peer);
        for (std::size_t place = (gap + 1) % place_count; !(places_[place] == Peer());
             place = (place + 1) % place_count) {
            const std::size_t searched = (place - home_of(places_[place])) % place_count;
            if (searched < (place - gap) % place_count) continue;
            places_[gap] = places_[place];
            gap = place;
        }
        places_[gap] = Peer();
    }

    std::vector<Peer> places_;
    std::vector<Peer> by_age_;  ///< a ring, in which the next place is the oldest one's
    std::size_t next_ = 0;
};

}  // namespace pingmark
