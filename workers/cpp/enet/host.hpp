#pragma once

#include <enet/enet.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "kit/connector.hpp"
#include "kit/constants.hpp"
#include "kit/options.hpp"
#include "kit/sockets.hpp"

namespace pingmark {

class ClientLoop;
class Connection;

struct HostDeleter {
    void operator()(ENetHost* host) const { enet_host_destroy(host); }
};
using Host = std::unique_ptr<ENetHost, HostDeleter>;

/// Option: how often a second ENet's loop runs at least.
constexpr char tick_rate[] = "tick_rate_hz";

inline int tick_rate_of(const StackOptions& options) {
    return static_cast<int>(options.number(tick_rate, default_tick_rate_hz));
}

/// The version found at run time: "ENet 1.3.17".
std::string enet_version();

/// Throws `Unsupported` for IPv6.
ENetAddress enet_address(const Address& address);
Address address_of(const ENetAddress& address);

/// A client's host has no address.
Host create_host(const ENetAddress* address, std::size_t peers, const SocketOptions& options);

/// Configures a connection that has just come up, on either side.
/// As round trips grow under load, ENet's throttle lets the sender drop unreliable messages, which would count as lost
/// in the network. Without deceleration it drops none. The other end does the same.
/// By default ENet ends a connection without acknowledgements for five seconds, which 20 % packet loss can cause. Here,
/// as with other libraries, a peer is dead after a minute.
void configure(ENetPeer& peer);

/// `enet_host_service`, with errno cleared for `is_passing_failure`.
int service(ENetHost& host, ENetEvent& event, enet_uint32 timeout_ms);

/// Whether a failed `service` may be retried: too long a datagram came in (without errno), or a firewall or a lack of
/// memory dropped one.
bool is_passing_failure();

/// Sends a message; false: ENet refused it. ENet copies it, because a reliable message may be sent again later.
bool send_message(ENetPeer& peer, const char* body, std::size_t bytes, bool reliable);

// The stack's parts.
std::unique_ptr<LibraryServer> listen_enet(const ListenPlan& plan);
std::vector<std::unique_ptr<LibraryConnection>> connect_enet(const ConnectPlan& plan, Histogram& times);
std::unique_ptr<ClientLoop> make_enet_loop(std::vector<Connection>& connections);

}  // namespace pingmark
