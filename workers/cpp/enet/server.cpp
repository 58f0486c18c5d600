// The server: one thread with one host, whose peers are all clients.

#include <enet/enet.h>
#include <poll.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <unordered_map>
#include <vector>

#include "host.hpp"
#include "kit/clock.hpp"
#include "kit/failure.hpp"
#include "kit/server.hpp"
#include "kit/ticker.hpp"

namespace pingmark {

namespace {

/// The peers that asked for snapshots. These go by the transmission of a peer's last input.
class Recipients {
public:
    explicit Recipients(Server& server) : server_(server), ticker_(server, false) {}

    /// Until the next tick; `Ticker::never` if nobody gets snapshots.
    std::int64_t wait_ns() const { return ticker_.wait_ns(); }

    /// Sends at most one tick, so that arrivals are received in between.
    void send_due() {
        ticker_.send_due([](Recipient&) {});
    }

    /// Whether this hello asks for the same snapshots as other peers.
    bool greets(ENetPeer& peer, const char* body, std::size_t bytes) {
        const TickPlan ticks = TickPlan::of_hello(*server_.hello(), body, bytes);
        if (!ticks) return false;
        if (ticker_.add(peers_.try_emplace(&peer, peer).first->second, ticks)) return true;
        peers_.erase(&peer);
        return false;
    }

    /// The peer, if it is a recipient, has sent an input.
    void input(ENetPeer& peer, bool reliable) {
        if (peers_.empty()) return;
        const auto place = peers_.find(&peer);
        if (place == peers_.end()) return;
        place->second.reliable = reliable;
        ticker_.input(place->second);
    }

    void remove(ENetPeer& peer) {
        const auto place = peers_.find(&peer);
        if (place == peers_.end()) return;
        ticker_.remove(place->second);
        peers_.erase(place);
    }

private:
    struct PeerRecipient final : Recipient {
        explicit PeerRecipient(ENetPeer& its_peer) : peer(its_peer) {}

        bool has_unsent() const override { return false; }
        void send_snapshot(const char* message, std::size_t bytes) override {
            send_message(peer, message, bytes, reliable);
        }

        ENetPeer& peer;
        bool reliable = false;
    };

    Server& server_;
    Ticker ticker_;
    std::unordered_map<ENetPeer*, PeerRecipient> peers_;
};

/// Limits the peers that have not said hello, for each address and in all. ENet reserves a place for 30 s for anyone
/// who sends one datagram, so 4,095 datagrams would lock everybody out. A newcomer replaces the oldest one, so that
/// clients, which need only a round trip or two, still get in.
class Newcomers {
public:
    /// Only one host can be watched, because ENet's callback takes no user data. A peer that said hello has `data` set.
    Newcomers(ENetHost& host, Server& server);

    static constexpr std::size_t max_of_address = 256;  // clients open at most 64 connections at a time
    static constexpr std::size_t max_in_all = 1024;

private:
    static int intercept(ENetHost* host, ENetEvent* event);
    static bool is_connect(const ENetHost& host);

    void make_room();
    void remove_welcome_and_gone();
    ENetPeer* next_place() const;
    void reject(std::size_t oldest);

    ENetHost& host_;
    Server& server_;
    std::vector<ENetPeer*> oldest_first_;
};

Newcomers* watched = nullptr;

Newcomers::Newcomers(ENetHost& host, Server& server) : host_(host), server_(server) {
    oldest_first_.reserve(max_in_all + 1);
    watched = this;
    host.intercept = intercept;
}

int Newcomers::intercept(ENetHost* host, ENetEvent*) {
    if (is_connect(*host)) watched->make_room();
    constexpr int let_through = 0;
    return let_through;
}

/// A sender without a peer says so in the header, and can only connect.
bool Newcomers::is_connect(const ENetHost& host) {
    enet_uint16 peer;
    if (host.receivedDataLength < sizeof peer) return false;
    std::memcpy(&peer, host.receivedData, sizeof peer);
    return (ENET_NET_TO_HOST_16(peer) & ENET_PROTOCOL_MAXIMUM_PEER_ID) == ENET_PROTOCOL_MAXIMUM_PEER_ID;
}

void Newcomers::make_room() {
    remove_welcome_and_gone();
    const enet_uint32 address = host_.receivedAddress.host;
    const auto of_address = [=](const ENetPeer* peer) { return peer->address.host == address; };
    const auto count = static_cast<std::size_t>(std::count_if(oldest_first_.begin(), oldest_first_.end(), of_address));
    if (count >= max_of_address) {
        const auto oldest = std::find_if(oldest_first_.begin(), oldest_first_.end(), of_address);
        reject(static_cast<std::size_t>(oldest - oldest_first_.begin()));
    } else if (oldest_first_.size() >= max_in_all || (next_place() == nullptr && !oldest_first_.empty())) {
        reject(0);
    }
    if (ENetPeer* const place = next_place()) oldest_first_.push_back(place);
}

void Newcomers::remove_welcome_and_gone() {
    const auto is_none = [](const ENetPeer* peer) {
        return peer->state == ENET_PEER_STATE_DISCONNECTED || peer->data != nullptr;
    };
    oldest_first_.erase(std::remove_if(oldest_first_.begin(), oldest_first_.end(), is_none), oldest_first_.end());
}

/// The first free place, which is also ENet's choice.
ENetPeer* Newcomers::next_place() const {
    ENetPeer* const end = host_.peers + host_.peerCount;
    ENetPeer* const free =
        std::find_if(host_.peers, end, [](const ENetPeer& peer) { return peer.state == ENET_PEER_STATE_DISCONNECTED; });
    return free == end ? nullptr : free;
}

void Newcomers::reject(std::size_t oldest) {
    server_.remember_stranger(address_of(oldest_first_[oldest]->address));
    enet_peer_reset(oldest_first_[oldest]);
    oldest_first_.erase(oldest_first_.begin() + static_cast<std::ptrdiff_t>(oldest));
    server_.count_rejected();
}

class EnetServer : public LibraryServer {
public:
    explicit EnetServer(const ListenPlan& plan)
        : wait_ms_(1000 / static_cast<enet_uint32>(tick_rate_of(plan.stack_options))) {
        const ENetAddress address = enet_address(plan.address);
        SocketOptions options = plan.options;
        if (!options.receive_buffer_bytes) options.receive_buffer_bytes = default_datagram_receive_buffer_bytes;
        // ENet drops what a full socket does not take.
        if (!options.send_buffer_bytes) options.send_buffer_bytes = default_datagram_receive_buffer_bytes;
        try {
            host_ = create_host(&address, ENET_PROTOCOL_MAXIMUM_PEER_ID, options);
        } catch (const Failure& failure) {
            throw Failure("listen " + plan.address.text() + ": " + failure.what());
        }
    }

    int fd() const override { return host_->socket; }

    void serve(Server& server) override {
        MessageCount messages(server);
        const Newcomers newcomers(*host_, server);
        recipients_.emplace(server);
        for (;;) {
            // What the last events caused to be sent goes out when this call begins.
            ENetEvent event;
            int got = service(*host_, event, wait_ms());
            for (; got > 0; got = enet_host_check_events(host_.get(), &event)) handle(server, messages, event);
            recipients_->send_due();
            if (server.must_forget()) end_all(server);
        }
    }

private:
    /// ENet waits whole milliseconds. Less than one, until a tick, is waited for here.
    enet_uint32 wait_ms() const {
        const std::int64_t wait = recipients_->wait_ns();
        if (wait == Ticker::never) return wait_ms_;
        if (wait > 0 && wait < millisecond) {
            enet_host_flush(host_.get());
            const timespec timeout{0, wait};
            pollfd polled{fd(), POLLIN, 0};
            ppoll(&polled, 1, &timeout, nullptr);
        }
        return std::min(wait_ms_, static_cast<enet_uint32>(wait / millisecond));
    }

    void handle(Server& server, MessageCount& messages, ENetEvent& event) {
        ENetPeer& peer = *event.peer;
        switch (event.type) {
            case ENET_EVENT_TYPE_CONNECT:
                configure(peer);
                peer.data = nullptr;
                if (!server.hello()) welcome(server, peer);
                break;
            case ENET_EVENT_TYPE_DISCONNECT:
                left(server, peer);
                break;
            case ENET_EVENT_TYPE_RECEIVE:
                if (peer.data != nullptr) {
                    echo(server, messages, event);
                } else {
                    greet(server, event);
                }
                break;
            case ENET_EVENT_TYPE_NONE:
                break;
        }
    }

    void end_all(Server& server) {
        for (std::size_t i = 0; i < host_->peerCount; ++i) {
            ENetPeer& peer = host_->peers[i];
            if (peer.state == ENET_PEER_STATE_DISCONNECTED) continue;
            left(server, peer);
            enet_peer_disconnect_now(&peer, 0);
        }
        server.forgot();
    }

    void left(Server& server, ENetPeer& peer) {
        if (peer.data == nullptr) return;
        recipients_->remove(peer);
        server.count_connections(-1);
        peer.data = nullptr;
    }

    /// Sends the packet that arrived, which has its transmission's flags, without a copy.
    void echo(Server& server, MessageCount& messages, ENetEvent& event) {
        if (event.packet->dataLength >= min_body_bytes || !server.hello()) {
            messages.add(1);
            recipients_->input(*event.peer, (event.packet->flags & ENET_PACKET_FLAG_RELIABLE) != 0);
            send(event, event.packet);
        } else {
            server.count_bad_frame();
            server.remember_stranger(address_of(event.peer->address));
            enet_packet_destroy(event.packet);
        }
    }

    void greet(Server& server, ENetEvent& event) {
        const char* const body = reinterpret_cast<const char*>(event.packet->data);
        const bool is_hello = server.hello()->equals(body, event.packet->dataLength) ||
                              recipients_->greets(*event.peer, body, event.packet->dataLength);
        enet_packet_destroy(event.packet);
        if (is_hello) {
            welcome(server, *event.peer);
            send(event, enet_packet_create(hello_answer, sizeof hello_answer, ENET_PACKET_FLAG_RELIABLE));
        } else {
            server.count_rejected();
            server.remember_stranger(address_of(event.peer->address));
            enet_peer_disconnect(event.peer, 0);
        }
    }

    static void welcome(Server& server, ENetPeer& peer) {
        peer.data = &server;
        server.count_connections(+1);
    }

    /// ENet refuses to send to a peer that is disconnecting.
    static void send(const ENetEvent& to, ENetPacket* packet) {
        if (packet != nullptr && enet_peer_send(to.peer, to.channelID, packet) != 0) enet_packet_destroy(packet);
    }

    enet_uint32 wait_ms_;
    Host host_;
    std::optional<Recipients> recipients_;
};

}  // namespace

std::unique_ptr<LibraryServer> listen_enet(const ListenPlan& plan) { return std::make_unique<EnetServer>(plan); }

}  // namespace pingmark
