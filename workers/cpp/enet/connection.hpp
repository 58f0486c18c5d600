#pragma once

#include "host.hpp"
#include "kit/connection.hpp"
#include "kit/library.hpp"

namespace pingmark {

/// A client's connection: a host of its own, as real clients have it, with one peer.
class EnetConnection : public LibraryConnection {
public:
    explicit EnetConnection(const ConnectPlan& plan);

    int fd() const override { return host_->socket; }
    void disconnect() override { enet_peer_disconnect_now(peer_, 0); }

    ENetHost& host() { return *host_; }
    ENetPeer& peer() { return *peer_; }

    int tick_rate_hz;
    std::int64_t serviced_at = 0;

private:
    Host host_;
    ENetPeer* peer_;
};

inline EnetConnection& enet_connection(const Connection& connection) {
    return static_cast<EnetConnection&>(*connection.library());
}

/// Sends a client's message, and forgets it when ENet refuses. ENet copies it, because a reliable one may be sent again
/// when the place that it was composed in is used for the next.
bool send_message(ENetPeer& peer, const char* body, std::size_t bytes, bool reliable);

std::vector<std::unique_ptr<LibraryConnection>> connect_enet(const ConnectPlan& plan, Histogram& times);

}  // namespace pingmark
