#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "kit/connector.hpp"
#include "kit/histogram.hpp"
#include "kit/link.hpp"
#include "kit/payload.hpp"
#include "kit/session.hpp"
#include "kit/stack.hpp"

namespace pingmark {

/// What all lanes together measured.
struct Result {
    std::int64_t from = 0;
    std::int64_t to = 0;
    std::uint64_t sent = 0;
    std::uint64_t received = 0;
    std::uint64_t lost = 0;
    std::uint64_t silent_connections = 0;
    Faults faults;
    RoundTrips round_trips;
    MergedHistogram histogram;
    std::vector<std::int64_t> laps;
};

/// The client role: its connections, spread over lanes. Between measurements the lanes are parked.
class Client {
public:
    using Progress = std::function<void(std::uint64_t received, std::uint64_t lost)>;

    Client(const Stack& stack, const ConnectPlan& plan, const Load& load, const std::string& payload);

    /// Calls `progress` (if any) about once a second, on the calling thread.
    Result measure(const Window& window, const Progress& progress);

    const Histogram& connect_times() const { return connect_times_; }
    std::size_t connections() const { return connections_; }
    std::uint32_t in_flight() const { return load_.in_flight; }
    std::size_t open_connections();
    std::uint64_t messages();
    int first_fd();
    /// Before the process ends, for libraries whose servers would go on talking to a client that vanished.
    void disconnect();

private:
    struct Lane {
        Lane(LaneControl& control, const Load& load, const Stack& stack, std::vector<Link> links)
            : session(control, load, std::move(links)), stack_part(stack.make_lane(session.links())) {}
        Session session;
        std::unique_ptr<ClientLane> stack_part;
    };

    static std::vector<Link> connect(const Stack& stack, const ConnectPlan& plan, const Load& load, Histogram& times);
    void run_lane(Lane& lane, bool keeps_alive);
    void prepare(const Window& window);
    Result collect(const Window& window);
    [[noreturn]] void fail();

    Payload payload_;
    Load load_;
    Histogram connect_times_;
    LaneControl control_;
    MessagePool counted_;
    std::mutex parked_lanes_;  ///< held by who looks at lanes between measurements, or keeps one alive
    std::deque<Lane> lanes_;   // a deque, because lanes stay where they are
    std::size_t connections_ = 0;
};

}  // namespace pingmark
