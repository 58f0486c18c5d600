#pragma once

#include <enet/enet.h>

#include <cstddef>
#include <vector>

#include "kit/server.hpp"

namespace pingmark {

/// Bounds the peers that have not said hello, for each address and in all. ENet gives a peer's place to whoever sends
/// one datagram, and answers it again and again for up to 30 s: 4,095 such datagrams would lock everybody out. The
/// newest takes the place of the oldest, so that a client, which needs a round trip or two, comes in all the same.
class Newcomers {
public:
    /// Of all hosts only one may be watched: ENet's callback has no place for data of one's own, and a worker listens
    /// once. A peer is welcome when its `data` is set, which is null for all others.
    Newcomers(ENetHost& host, Server& server);

    /// Clients open 64 connections at a time, or fewer.
    static constexpr std::size_t most_of_address = 256;
    static constexpr std::size_t most_of_all = 1024;

private:
    static int intercept(ENetHost* host, ENetEvent* event);
    static bool is_connect(const ENetHost& host);

    void make_room();
    void forget_who_came_in_or_left();
    ENetPeer* next_place() const;
    void turn_away(std::size_t oldest);

    ENetHost& host_;
    Server& server_;
    std::vector<ENetPeer*> oldest_first_;
};

}  // namespace pingmark
