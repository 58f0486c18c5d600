// One thread with the hosts of many connections: epoll tells whose sockets have something, and the others are serviced
// in turn for ENet's timers.

#include "loop.hpp"

#include <algorithm>
#include <array>

#include "connection.hpp"
#include "kit/clock.hpp"
#include "kit/poller.hpp"

namespace pingmark {

namespace {

class Loop : public ClientLoop {
public:
    explicit Loop(std::vector<Connection>& connections)
        : tick_(second / enet_connection(connections.front()).tick_rate_hz) {
        for (Connection& connection : connections) poller_.add(enet_connection(connection).fd(), &connection);
    }

    void measure(Lane& lane) override {
        const auto transmit = [&](Connection& connection) { send(lane, connection); };
        bool more;
        lane.start(transmit);
        do {
            delivered_ = false;
            const std::size_t n = poller_.wait(std::min(tick_, lane.wait_ns()));
            more = n == poller_.events.size();
            for (std::size_t i = 0; i < n; ++i) {
                if (service_ready(lane, *static_cast<Connection*>(poller_.events[i].data.ptr))) more = true;
            }
            if (!delivered_) lane.woke_for_nothing();
            service_due(lane, lane.now(), tick_);
        } while (lane.goes_on(more, transmit));
    }

    /// Answers pings soon, so that the server does not repeat them; ENet's own timers are not urgent while nothing is
    /// sent.
    void keep_alive(Lane& lane) override {
        constexpr std::int64_t without_waiting = 0;
        const std::size_t n = poller_.wait(without_waiting);
        for (std::size_t i = 0; i < n; ++i) service_ready(lane, *static_cast<Connection*>(poller_.events[i].data.ptr));
        service_due(lane, now_ns(), std::max(tick_, rest_interval_ns));
    }

private:
    /// Services the hosts whose last time is a tick ago, in turn and spread over the tick, so that no answer waits for
    /// all.
    void service_due(Lane& lane, std::int64_t now, std::int64_t tick) {
        std::vector<Connection>& connections = lane.connections();
        const std::int64_t interval = tick / static_cast<std::int64_t>(connections.size());
        turn_at_ = std::max(turn_at_, now - tick);
        for (; turn_at_ + interval <= now; turn_at_ += interval) {
            turn_ = turn_ + 1 < connections.size() ? turn_ + 1 : 0;
            Connection& connection = connections[turn_];
            if (enet_connection(connection).serviced_at + tick <= now + interval) service_host(lane, connection, now);
        }
    }

    /// Whether there may be more in the socket.
    bool service_ready(Lane& lane, Connection& connection) {
        constexpr enet_uint32 most_per_call = 256;  // datagrams that ENet receives before it returns
        const enet_uint32 before = enet_connection(connection).host().totalReceivedPackets;
        service_host(lane, connection, lane.now());
        return enet_connection(connection).host().totalReceivedPackets - before >= most_per_call;
    }

    void service_host(Lane& lane, Connection& connection, std::int64_t now) {
        if (connection.broken) return;
        EnetConnection& enet = enet_connection(connection);
        enet.serviced_at = now;
        ENetEvent event;
        int got = service(enet.host(), event, 0);
        if (got < 0 && !is_passing_failure()) lane.fail(connection, "enet_host_service", errno);
        while (got > 0) {
            if (event.type == ENET_EVENT_TYPE_RECEIVE) {
                packets_[arrived_] = event.packet;
                deliveries_[arrived_] = {reinterpret_cast<const char*>(event.packet->data), event.packet->dataLength};
                if (++arrived_ == packets_.size()) deliver(lane, connection);
            } else if (event.type == ENET_EVENT_TYPE_DISCONNECT) {
                lane.fail(connection, "disconnected by the peer, or no longer answered by it");
            }
            got = enet_host_check_events(&enet.host(), &event);
        }
        if (arrived_ > 0) deliver(lane, connection);
    }

    void deliver(Lane& lane, Connection& connection) {
        lane.delivered(connection, deliveries_.data(), arrived_, [&](Connection& to) { send(lane, to); });
        for (std::size_t i = 0; i < arrived_; ++i) enet_packet_destroy(packets_[i]);
        arrived_ = 0;
        delivered_ = true;
    }

    /// Flushes, so that nothing waits for the next tick.
    static void send(Lane& lane, Connection& connection) {
        EnetConnection& enet = enet_connection(connection);
        const std::size_t bytes = lane.traffic().message_bytes;
        while (connection.outbox.pending() > 0) {
            if (!send_message(enet.peer(), connection.outbox.data(), bytes, lane.traffic().reliable)) {
                lane.fail(connection, "ENet does not take a message");
                return;
            }
            connection.outbox.sent(bytes);
        }
        enet_host_flush(&enet.host());
    }

    static constexpr std::size_t at_once = 1024;

    Poller poller_;
    std::int64_t tick_;
    std::int64_t turn_at_ = 0;  ///< time up to which hosts had their turn
    std::size_t turn_ = 0;      ///< the host that had it last
    std::array<ENetPacket*, at_once> packets_;
    std::array<Delivery, at_once> deliveries_;
    std::size_t arrived_ = 0;
    bool delivered_ = false;  ///< messages, in this pass
};

}  // namespace

std::unique_ptr<ClientLoop> make_enet_loop(std::vector<Connection>& connections) {
    return make_loop<Loop>(connections);
}

}  // namespace pingmark
