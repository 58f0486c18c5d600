#include "newcomers.hpp"

#include <algorithm>
#include <cstring>

#include "host.hpp"

namespace pingmark {

namespace {

Newcomers* watching = nullptr;

}  // namespace

Newcomers::Newcomers(ENetHost& host, Server& server) : host_(host), server_(server) {
    oldest_first_.reserve(most_of_all + 1);
    watching = this;
    host.intercept = intercept;
}

int Newcomers::intercept(ENetHost* host, ENetEvent*) {
    if (is_connect(*host)) watching->make_room();
    constexpr int let_through = 0;
    return let_through;
}

/// Whoever has no peer yet says so in the header, and can say nothing but "connect".
bool Newcomers::is_connect(const ENetHost& host) {
    enet_uint16 peer;
    if (host.receivedDataLength < sizeof peer) return false;
    std::memcpy(&peer, host.receivedData, sizeof peer);
    return (ENET_NET_TO_HOST_16(peer) & ENET_PROTOCOL_MAXIMUM_PEER_ID) == ENET_PROTOCOL_MAXIMUM_PEER_ID;
}

void Newcomers::make_room() {
    forget_who_came_in_or_left();
    const enet_uint32 address = host_.receivedAddress.host;
    const auto of_address = [=](const ENetPeer* peer) { return peer->address.host == address; };
    const auto count = static_cast<std::size_t>(std::count_if(oldest_first_.begin(), oldest_first_.end(), of_address));
    if (count >= most_of_address) {
        const auto oldest = std::find_if(oldest_first_.begin(), oldest_first_.end(), of_address);
        turn_away(static_cast<std::size_t>(oldest - oldest_first_.begin()));
    } else if (oldest_first_.size() >= most_of_all || (next_place() == nullptr && !oldest_first_.empty())) {
        turn_away(0);
    }
    if (ENetPeer* const place = next_place()) oldest_first_.push_back(place);
}

void Newcomers::forget_who_came_in_or_left() {
    const auto is_none = [](const ENetPeer* peer) {
        return peer->state == ENET_PEER_STATE_DISCONNECTED || peer->data != nullptr;
    };
    oldest_first_.erase(std::remove_if(oldest_first_.begin(), oldest_first_.end(), is_none), oldest_first_.end());
}

/// The first that is free: that is how ENet chooses, too.
ENetPeer* Newcomers::next_place() const {
    ENetPeer* const end = host_.peers + host_.peerCount;
    ENetPeer* const free =
        std::find_if(host_.peers, end, [](const ENetPeer& peer) { return peer.state == ENET_PEER_STATE_DISCONNECTED; });
    return free == end ? nullptr : free;
}

void Newcomers::turn_away(std::size_t oldest) {
    server_.remember_stranger(address_of(oldest_first_[oldest]->address));
    enet_peer_reset(oldest_first_[oldest]);
    oldest_first_.erase(oldest_first_.begin() + static_cast<std::ptrdiff_t>(oldest));
    server_.count_rejected();
}

}  // namespace pingmark
