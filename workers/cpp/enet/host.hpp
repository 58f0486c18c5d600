#pragma once

#include <enet/enet.h>

#include <cstddef>
#include <memory>
#include <string>

#include "kit/constants.hpp"
#include "kit/socket_options.hpp"
#include "kit/sockets.hpp"
#include "kit/stack_options.hpp"

namespace pingmark {

struct HostDeleter {
    void operator()(ENetHost* host) const { enet_host_destroy(host); }
};
using Host = std::unique_ptr<ENetHost, HostDeleter>;

/// The option by which ENet's own loop runs so often a second at least.
constexpr char tick_rate[] = "tick_rate_hz";

inline int tick_rate_of(const StackOptions& options) {
    return static_cast<int>(options.number(tick_rate, default_tick_rate_hz));
}

/// "ENet 1.3.17": the one that was found at run time.
std::string enet_version();

/// Refuses what ENet cannot address.
ENetAddress enet_address(const Address& address);

/// The same the other way round.
Address address_of(const ENetAddress& address);

/// A host that is bound to an address, or, without one, is for a client.
Host create_host(const ENetAddress* address, std::size_t peers, const SocketOptions& options);

/// For either side of a connection that has just come up.
/// ENet lowers its throttle when round trips become longer, as they do under load, and then its sender drops unreliable
/// messages, which would be counted as lost in the network. Without a deceleration it stays where it begins, which is
/// at "drop nothing". The other end is told to do the same.
/// ENet ends a connection of which nothing was acknowledged for five seconds when a message was sent six times by then,
/// which happens where a fifth of the packets is lost. A peer that is silent for a minute is dead, as for the other
/// libraries here.
void configure(ENetPeer& peer);

/// Clears the error number first, for `is_passing_failure`.
int service(ENetHost& host, ENetEvent& event, enet_uint32 timeout_ms);

/// Whether a call of `service` that failed did so for a reason that may pass: a datagram longer than any of ENet's came
/// in, for which there is no error number, or a firewall or the kernel's memory did not let one out, which is then
/// lost.
bool is_passing_failure();

}  // namespace pingmark
