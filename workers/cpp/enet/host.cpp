#include "host.hpp"

#include <netinet/in.h>

#include <cerrno>
#include <cstring>

#include "kit/failure.hpp"

namespace pingmark {

std::string enet_version() {
    const ENetVersion version = enet_linked_version();
    return "ENet " + std::to_string(ENET_VERSION_GET_MAJOR(version)) + "." +
           std::to_string(ENET_VERSION_GET_MINOR(version)) + "." + std::to_string(ENET_VERSION_GET_PATCH(version));
}

ENetAddress enet_address(const Address& address) {
    if (address.family() != AF_INET) {
        throw Unsupported("address " + address.host() + " is IPv6, and " + enet_version() +
                          " knows IPv4 only: use 127.0.0.1, or another IPv4 address");
    }
    sockaddr_in in{};
    std::memcpy(&in, address.get(), sizeof in);
    return {in.sin_addr.s_addr, address.port()};
}

Address address_of(const ENetAddress& address) {
    sockaddr_in in{};
    in.sin_family = AF_INET;
    in.sin_addr.s_addr = address.host;
    in.sin_port = htons(address.port);
    return Address::of(reinterpret_cast<const sockaddr*>(&in), sizeof in);
}

Host create_host(const ENetAddress* address, std::size_t peers, const SocketOptions& options) {
    constexpr std::size_t any_channels = 0;
    constexpr enet_uint32 any_bandwidth = 0;
    errno = 0;
    Host host(enet_host_create(address, peers, any_channels, any_bandwidth, any_bandwidth));
    if (!host) throw Failure(describe_error("enet_host_create", errno));
    // So that no peer can make this side assemble more than the longest message.
    host->maximumPacketSize = max_body_bytes;
    options.apply(host->socket);
    return host;
}

void configure(ENetPeer& peer) {
    constexpr enet_uint32 no_deceleration = 0;
    enet_peer_throttle_configure(&peer, ENET_PEER_PACKET_THROTTLE_INTERVAL, ENET_PEER_PACKET_THROTTLE_ACCELERATION,
                                 no_deceleration);
    constexpr enet_uint32 dead_after_ms = 60'000;
    enet_peer_timeout(&peer, ENET_PEER_TIMEOUT_LIMIT, dead_after_ms, dead_after_ms);
}

int service(ENetHost& host, ENetEvent& event, enet_uint32 timeout_ms) {
    errno = 0;
    return enet_host_service(&host, &event, timeout_ms);
}

bool is_passing_failure() {
    // The last read of a successful call leaves EAGAIN behind.
    return errno == 0 || errno == EAGAIN || errno == EINTR || errno == ENOMEM || is_lost(errno);
}

bool send_message(ENetPeer& peer, const char* body, std::size_t bytes, bool reliable) {
    // Without this flag ENet sends fragments of unreliable messages reliably.
    const enet_uint32 flags = reliable ? ENET_PACKET_FLAG_RELIABLE : ENET_PACKET_FLAG_UNRELIABLE_FRAGMENT;
    constexpr enet_uint8 channel = 0;
    ENetPacket* packet = enet_packet_create(body, bytes, flags);
    if (packet == nullptr) return false;
    if (enet_peer_send(&peer, channel, packet) == 0) return true;
    enet_packet_destroy(packet);
    return false;
}

}  // namespace pingmark
