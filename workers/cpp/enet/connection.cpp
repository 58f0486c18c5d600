#include "connection.hpp"

#include <netinet/in.h>

#include <cerrno>

#include "kit/failure.hpp"

namespace pingmark {

namespace {

/// ENet does not connect its sockets, and the kernel tells only connected ones that nobody listens at the other end,
/// unless it is asked to. Without this a server that has died is noticed by ENet's own timeout, after a minute.
void report_refusals(int fd) {
    const int on = 1;
    if (setsockopt(fd, IPPROTO_IP, IP_RECVERR, &on, sizeof on) != 0) throw Failure(describe_error("IP_RECVERR", errno));
}

}  // namespace

EnetConnection::EnetConnection(const ConnectPlan& plan)
    : tick_rate_hz(tick_rate_of(plan.stack_options)), host_(create_host(nullptr, 1, plan.options)) {
    report_refusals(fd());
    const ENetAddress address = enet_address(plan.address);
    constexpr std::size_t channels = 1;
    peer_ = enet_host_connect(host_.get(), &address, channels, 0);
    if (peer_ == nullptr) throw Failure("connect " + plan.address.text() + ": enet_host_connect has no memory");
    enet_host_flush(host_.get());
}

bool send_message(ENetPeer& peer, const char* body, std::size_t bytes, bool reliable) {
    // An unreliable message that has to be cut would otherwise be sent reliably.
    const enet_uint32 flags = reliable ? ENET_PACKET_FLAG_RELIABLE : ENET_PACKET_FLAG_UNRELIABLE_FRAGMENT;
    constexpr enet_uint8 channel = 0;
    ENetPacket* packet = enet_packet_create(body, bytes, flags);
    if (packet == nullptr) return false;
    if (enet_peer_send(&peer, channel, packet) == 0) return true;
    enet_packet_destroy(packet);
    return false;
}

}  // namespace pingmark
