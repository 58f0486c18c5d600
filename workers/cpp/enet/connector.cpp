// Brings a client's connections up.

#include <cstring>

#include "connection.hpp"
#include "kit/clock.hpp"
#include "kit/failure.hpp"
#include "kit/poller.hpp"

namespace pingmark {

namespace {

/// One connection, on its way up or there already.
class Attempt {
public:
    explicit Attempt(const ConnectPlan& plan)
        : plan_(plan), started_(now_ns()), connection_(std::make_unique<EnetConnection>(plan)) {}

    EnetConnection& connection() { return *connection_; }
    std::unique_ptr<EnetConnection> release() { return std::move(connection_); }
    bool is_up() const { return up_; }
    std::int64_t started() const { return started_; }

    /// Lets ENet work, and does what follows from its events. True when the connection is up by that.
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

/// All attempts, of which a few at a time are on their way.
class Connector {
public:
    Connector(const ConnectPlan& plan, Histogram& times) : plan_(plan), times_(times) {
        attempts_.reserve(static_cast<std::size_t>(plan.connections));
    }

    void connect_all() {
        // ENet's timers; those that are up already have to be kept alive too.
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

}  // namespace

std::vector<std::unique_ptr<LibraryConnection>> connect_enet(const ConnectPlan& plan, Histogram& times) {
    Connector connector(plan, times);
    connector.connect_all();
    return connector.release();
}

}  // namespace pingmark
