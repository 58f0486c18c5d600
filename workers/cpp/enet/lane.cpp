// One thread with the hosts of many connections: epoll tells whose sockets have something, and the others are serviced
// in turn for ENet's timers.

#include "lane.hpp"

#include <algorithm>
#include <array>

#include "connection.hpp"
#include "kit/clock.hpp"
#include "kit/poller.hpp"

namespace pingmark {

namespace {

class Lane : public ClientLane {
public:
    explicit Lane(std::vector<Link>& links) : tick_(second / enet_connection(links.front()).tick_rate_hz) {
        for (Link& link : links) poller_.add(enet_connection(link).fd(), &link);
    }

    void measure(Session& session) override {
        constexpr std::int64_t longest_wait =
            50 * millisecond;  // how late lost messages may be noticed when nothing arrives
        const auto timeout_ms = static_cast<int>(std::min(tick_, longest_wait) / millisecond);
        const auto transmit = [&](Link& link) { send(session, link); };
        bool more;
        session.start(transmit);
        do {
            const std::size_t n = poller_.wait(timeout_ms);
            more = n == poller_.events.size();
            for (std::size_t i = 0; i < n; ++i) {
                if (service_ready(session, *static_cast<Link*>(poller_.events[i].data.ptr))) more = true;
            }
            if (n == 0) session.woke_for_nothing();
            service_due(session, session.now(), tick_);
        } while (session.goes_on(more, transmit));
    }

    /// Answers pings soon, so that the server does not repeat them; ENet's own timers are not urgent while nothing is
    /// sent.
    void keep_alive(Session& session) override {
        constexpr std::int64_t tick = 100 * millisecond;
        constexpr int without_waiting = 0;
        const std::size_t n = poller_.wait(without_waiting);
        for (std::size_t i = 0; i < n; ++i) service_ready(session, *static_cast<Link*>(poller_.events[i].data.ptr));
        service_due(session, now_ns(), std::max(tick_, tick));
    }

private:
    /// Services the hosts whose last time is a tick ago, in turn and spread over the tick, so that no answer waits for
    /// all.
    void service_due(Session& session, std::int64_t now, std::int64_t tick) {
        std::vector<Link>& links = session.links();
        const std::int64_t interval = tick / static_cast<std::int64_t>(links.size());
        turn_at_ = std::max(turn_at_, now - tick);
        for (; turn_at_ + interval <= now; turn_at_ += interval) {
            turn_ = turn_ + 1 < links.size() ? turn_ + 1 : 0;
            Link& link = links[turn_];
            if (enet_connection(link).serviced_at + tick <= now + interval) service_host(session, link, now);
        }
    }

    /// Whether there may be more in the socket.
    bool service_ready(Session& session, Link& link) {
        constexpr enet_uint32 most_per_call = 256;  // datagrams that ENet receives before it returns
        const enet_uint32 before = enet_connection(link).host().totalReceivedPackets;
        service_host(session, link, session.now());
        return enet_connection(link).host().totalReceivedPackets - before >= most_per_call;
    }

    void service_host(Session& session, Link& link, std::int64_t now) {
        if (link.broken) return;
        EnetConnection& connection = enet_connection(link);
        connection.serviced_at = now;
        ENetEvent event;
        int got = service(connection.host(), event, 0);
        if (got < 0 && !is_passing_failure()) session.fail(link, "enet_host_service", errno);
        while (got > 0) {
            if (event.type == ENET_EVENT_TYPE_RECEIVE) {
                packets_[arrived_] = event.packet;
                deliveries_[arrived_] = {reinterpret_cast<const char*>(event.packet->data), event.packet->dataLength};
                if (++arrived_ == packets_.size()) deliver(session, link);
            } else if (event.type == ENET_EVENT_TYPE_DISCONNECT) {
                session.fail(link, "disconnected by the peer, or no longer answered by it");
            }
            got = enet_host_check_events(&connection.host(), &event);
        }
        if (arrived_ > 0) deliver(session, link);
    }

    void deliver(Session& session, Link& link) {
        session.delivered(link, deliveries_.data(), arrived_, [&](Link& to) { send(session, to); });
        for (std::size_t i = 0; i < arrived_; ++i) enet_packet_destroy(packets_[i]);
        arrived_ = 0;
    }

    /// Flushes, so that nothing waits for the next tick.
    static void send(Session& session, Link& link) {
        EnetConnection& connection = enet_connection(link);
        const std::size_t bytes = session.load().message_bytes;
        while (link.outbox.pending() > 0) {
            if (!send_message(connection.peer(), link.outbox.data(), bytes, session.load().reliable)) {
                session.fail(link, "ENet does not take a message");
                return;
            }
            link.outbox.sent(bytes);
        }
        enet_host_flush(&connection.host());
    }

    static constexpr std::size_t at_once = 1024;

    Poller poller_;
    std::int64_t tick_;
    std::int64_t turn_at_ = 0;  ///< time up to which hosts had their turn
    std::size_t turn_ = 0;      ///< the host that had it last
    std::array<ENetPacket*, at_once> packets_;
    std::array<Delivery, at_once> deliveries_;
    std::size_t arrived_ = 0;
};

}  // namespace

std::unique_ptr<ClientLane> make_enet_lane(std::vector<Link>& links) { return std::make_unique<Lane>(links); }

}  // namespace pingmark
