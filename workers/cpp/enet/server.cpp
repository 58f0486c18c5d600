// One thread with one host, which all clients are peers of.

#include "server.hpp"

#include <poll.h>

#include <algorithm>
#include <cstring>
#include <optional>

#include "host.hpp"
#include "kit/clock.hpp"
#include "kit/failure.hpp"
#include "newcomers.hpp"
#include "recipients.hpp"

namespace pingmark {

namespace {

class EnetServer : public LibraryServer {
public:
    explicit EnetServer(const ListenPlan& plan)
        : wait_ms_(1000 / static_cast<enet_uint32>(tick_rate_of(plan.stack_options))) {
        const ENetAddress address = enet_address(plan.address);
        SocketOptions options = plan.options;
        if (!options.receive_buffer_bytes) options.receive_buffer_bytes = default_datagram_receive_buffer_bytes;
        // What a full socket does not take ENet forgets.
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
            // What the events of the last call made to be sent goes out when the next one begins.
            ENetEvent event;
            int got = service(*host_, event, wait_ms());
            for (; got > 0; got = enet_host_check_events(host_.get(), &event)) handle(server, messages, event);
            recipients_->send_due();
            if (server.must_forget()) end_all(server);
        }
    }

private:
    /// ENet waits whole milliseconds: what is less of a tick's time is waited for here.
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

    /// Sends the very packet that arrived: it has the flags of its transmission, and nothing is copied.
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

    /// ENet refuses what it is to send to a peer that is about to go.
    static void send(const ENetEvent& to, ENetPacket* packet) {
        if (packet != nullptr && enet_peer_send(to.peer, to.channelID, packet) != 0) enet_packet_destroy(packet);
    }

    enet_uint32 wait_ms_;
    Host host_;
    std::optional<Recipients> recipients_;  ///< from when it serves
};

}  // namespace

std::unique_ptr<LibraryServer> listen_enet(const ListenPlan& plan) { return std::make_unique<EnetServer>(plan); }

}  // namespace pingmark
