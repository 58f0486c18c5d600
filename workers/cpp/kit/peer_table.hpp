#pragma once

#include <netinet/in.h>
#include <sys/socket.h>

#include <cstdint>
#include <cstring>
#include <vector>

namespace pingmark {

/// A sender's address as the kernel wrote it, zero behind its end, so that it compares as four words.
union Peer {
    std::uint64_t words[4];
    sockaddr any;
    sockaddr_in v4;
    sockaddr_in6 v6;

    Peer() : words{} {}

    bool operator==(const Peer& other) const { return std::memcmp(words, other.words, sizeof words) == 0; }
};

/// The senders that said hello: open addressing, at most half full, so that a search ends soon.
class PeerTable {
public:
    PeerTable() : places_(2 * most_peers) {}

    bool contains(const Peer& peer) const { return places_[place_of(peer)] == peer; }

    /// False when the table is full.
    bool add(const Peer& peer) {
        if (count_ == most_peers) return false;
        places_[place_of(peer)] = peer;
        ++count_;
        return true;
    }

private:
    static constexpr std::size_t most_peers = 1 << 14;

    /// Where the peer is, or would go.
    std::size_t place_of(const Peer& peer) const {
        const std::uint64_t mixed = (peer.words[0] ^ (peer.words[1] << 1) ^ peer.words[2]) * 0x9E3779B97F4A7C15u;
        std::size_t place = mixed >> 32;
        for (;; ++place) {
            place %= 2 * most_peers;
            if (places_[place] == peer || places_[place] == Peer()) return place;
        }
    }

    std::vector<Peer> places_;
    std::size_t count_ = 0;
};

}  // namespace pingmark
