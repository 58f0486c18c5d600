// The client: a host with one peer for each connection, as real clients have it.

#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "host.hpp"
#include "kit/clock.hpp"
#include "kit/connection.hpp"
#include "kit/failure.hpp"
#include "kit/poller.hpp"
#include "kit/stack.hpp"

namespace pingmark {

namespace {

class EnetConnection : public LibraryConnection {
public:
    explicit EnetConnection(const ConnectPlan& plan)
        : tick_rate_hz(tick_rate_of(plan.stack_options)), host_(create_host(nullptr, 1, plan.options)) {
        // Lets the kernel report refused datagrams on an unconnected socket. ENet notices a dead server after a minute.
        const int on = 1;
        if (setsockopt(fd(), IPPROTO_IP, IP_RECVERR, &on, sizeof on) != 0)
            throw Failure(describe_error("IP_RECVERR", errno));
        const ENetAddress address = enet_address(plan.address);
        constexpr std::size_t channels = 1;
        peer_ = enet_host_connect(host_.get(), &address, channels, 0);
        if (peer_ == nullptr) throw Failure("connect " + plan.address.text() + ": enet_host_connect has no memory");
        enet_host_flush(host_.get());
    }

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

EnetConnection& enet_connection(const Connection& connection) {
    return static_cast<EnetConnection&>(*connection.library());
}

/// One connection that is coming up, or is up.
class Attempt {
public:
    explicit Attempt(const ConnectPlan& plan)
        : plan_(plan), started_(now_ns()), connection_(std::make_unique<EnetConnection>(plan)) {}

    EnetConnection& connection() { return *connection_; }
    std::unique_ptr<EnetConnection> release() { return std::move(connection_); }
    bool is_up() const { return up_; }
    std::int64_t started() const { return started_; }

    /// Handles ENet's events. True when the connection has just come up.
    bool advance() {
        const bool was_up = up_;
        ENetEvent event;
        int got = service(connection_->host(), event, 0);
        for (; got > 0; got = enet_host_check_events(&connection_->host(), &event)) handle(event);
        if (got < 0 && !is_passing_failure()) fail(std::strerror(errno));
        return up_ && !was_up;
    }

private:
    void handle(const ENetEvent& event) {
        switch (event.type) {
            case ENET_EVENT_TYPE_CONNECT:
                connected();
                break;
            case ENET_EVENT_TYPE_RECEIVE:
                received(event.packet);
                break;
            case ENET_EVENT_TYPE_DISCONNECT:
                fail(connected_ ? "disconnected by the peer at the hello (is the token right?)" : "no answer");
            case ENET_EVENT_TYPE_NONE:
                break;
        }
    }

    void connected() {
        connected_ = true;
        configure(connection_->peer());
        constexpr bool reliable = true;
        if (!plan_.hello) {
            up_ = true;
        } else if (const std::string hello = plan_.hello_body();
                   !send_message(connection_->peer(), hello.data(), hello.size(), reliable)) {
            fail("ENet does not take the hello");
        }
        enet_host_flush(&connection_->host());
    }

    void received(ENetPacket* packet) {
        const bool right = packet->dataLength == sizeof hello_answer &&
                           std::memcmp(packet->data, hello_answer, sizeof hello_answer) == 0;
        enet_packet_destroy(packet);
        if (!right) fail("the answer to the hello is not PMOK");
        up_ = true;
    }

    [[noreturn]] void fail(const std::string& reason) const {
        throw Failure("connect " + plan_.address.text() + ": " + reason);
    }

    const ConnectPlan& plan_;
    std::int64_t started_;
    std::unique_ptr<EnetConnection> connection_;
    bool connected_ = false;
    bool up_ = false;
};

/// Brings all connections up, a few at a time.
class Connector {
public:
    Connector(const ConnectPlan& plan, Histogram& times) : plan_(plan), times_(times) {
        attempts_.reserve(static_cast<std::size_t>(plan.connections));
    }

    void connect_all() {
        // For ENet's timers, also of connections that are already up.
        constexpr std::int64_t tick = 100 * millisecond;
        const std::int64_t deadline = now_ns() + plan_.timeout;
        std::int64_t next_tick = now_ns() + tick;
        while (up_ < static_cast<std::size_t>(plan_.connections)) {
            open_some();
            constexpr std::int64_t wake_up = 20 * millisecond;
            const std::size_t n = poller_.wait(wake_up);
            for (std::size_t i = 0; i < n; ++i) advance(*static_cast<Attempt*>(poller_.events[i].data.ptr));
            const std::int64_t now = now_ns();
            if (now >= next_tick) {
                for (Attempt& attempt : attempts_) advance(attempt);
                next_tick = now + tick;
            }
            if (now > deadline && up_ < static_cast<std::size_t>(plan_.connections)) fail_late();
        }
    }

    std::vector<std::unique_ptr<LibraryConnection>> release() {
        std::vector<std::unique_ptr<LibraryConnection>> connections;
        connections.reserve(attempts_.size());
        for (Attempt& attempt : attempts_) connections.push_back(attempt.release());
        return connections;
    }

private:
    void open_some() {
        constexpr std::size_t at_once = 16;
        while (attempts_.size() < static_cast<std::size_t>(plan_.connections) && attempts_.size() - up_ < at_once) {
            Attempt& attempt = attempts_.emplace_back(plan_);
            poller_.add(attempt.connection().fd(), &attempt);
        }
    }

    void advance(Attempt& attempt) {
        if (!attempt.advance()) return;
        ++up_;
        if (plan_.hello) times_.record(static_cast<std::uint64_t>(now_ns() - attempt.started()));
    }

    [[noreturn]] void fail_late() const {
        throw Failure("connect " + plan_.address.text() + ": timed out with " + std::to_string(up_) + " of " +
                      std::to_string(plan_.connections) + " connections up (is an ENet server there?)");
    }

    const ConnectPlan& plan_;
    Histogram& times_;
    Poller poller_;
    std::vector<Attempt> attempts_;  // reserved, so that they stay where they are
    std::size_t up_ = 0;
};

/// One thread with the hosts of many connections. epoll tells which sockets have something; ENet's timers need the
/// others serviced in turn.
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

    /// Answers pings, so that the server does not repeat them. ENet's timers are not urgent while nothing is sent.
    void keep_alive(Lane& lane) override {
        constexpr std::int64_t without_waiting = 0;
        const std::size_t n = poller_.wait(without_waiting);
        for (std::size_t i = 0; i < n; ++i) service_ready(lane, *static_cast<Connection*>(poller_.events[i].data.ptr));
        service_due(lane, now_ns(), std::max(tick_, rest_interval_ns));
    }

private:
    /// Services hosts that had no turn for a tick, spread over the tick, so that no answer waits for all of them.
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

    /// Whether the socket may hold more.
    bool service_ready(Lane& lane, Connection& connection) {
        constexpr enet_uint32 most_per_call = 256;  // datagrams that one call of ENet receives
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

    /// Sends and flushes, so that nothing waits for the next tick.
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
    std::int64_t turn_at_ = 0;  ///< hosts due until then had their turn
    std::size_t turn_ = 0;      ///< the host that had it last
    std::array<ENetPacket*, at_once> packets_;
    std::array<Delivery, at_once> deliveries_;
    std::size_t arrived_ = 0;
    bool delivered_ = false;  ///< this pass delivered messages
};

}  // namespace

std::vector<std::unique_ptr<LibraryConnection>> connect_enet(const ConnectPlan& plan, Histogram& times) {
    Connector connector(plan, times);
    connector.connect_all();
    return connector.release();
}

std::unique_ptr<ClientLoop> make_enet_loop(std::vector<Connection>& connections) {
    return make_loop<Loop>(connections);
}

}  // namespace pingmark
