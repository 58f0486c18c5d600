#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "kit/connection.hpp"
#include "kit/connector.hpp"
#include "kit/histogram.hpp"
#include "kit/lane.hpp"
#include "kit/payload.hpp"
#include "kit/serializers.hpp"
#include "kit/stack.hpp"

namespace pingmark {

/// The result of a measurement, over all lanes.
struct Result {
    std::int64_t from = 0;
    std::int64_t to = 0;
    Kinds kinds;
    CountsSum counts;
    std::vector<std::int64_t> laps;
};

/// The client role: connections, spread over lanes, which are parked between measurements.
class Client {
public:
    Client(const Stack& stack, const ConnectPlan& plan, const Traffic& traffic, const std::string& payload);
    ~Client() { end_lanes(); }
    Client(const Client&) = delete;

    /// The load begins at `origin`.
    Result measure(const Window& window, const ChosenLoad& load, std::int64_t origin);

    const Histogram& connect_times() const { return connect_times_; }
    std::size_t connections() const { return connections_; }
    std::uint32_t in_flight() const { return traffic_.in_flight; }
    LoadLimits load_limits() const;
    std::size_t open_connections();
    std::uint64_t messages();
    int first_fd();
    /// Call before the process ends: a library's server keeps sending to a client that vanishes.
    void say_goodbye();
    /// Ends the lanes. Throws if one of them does not end.
    void disconnect();

private:
    using LoopMaker = std::function<std::unique_ptr<ClientLoop>(std::vector<Connection>&)>;

    /// A lane with its thread.
    struct Runner {
        Runner(LaneControl& control, const Traffic& traffic, const LoopMaker& make_loop,
               std::vector<Connection> connections, std::size_t first, std::size_t in_all)
            : lane(control, traffic, std::move(connections), first, in_all), loop(make_loop(lane.connections())) {}
        Lane lane;
        std::unique_ptr<ClientLoop> loop;
        std::atomic<bool> measures{false};
        std::thread thread;
    };

    static std::vector<Connection> connect(const Stack& stack, const ConnectPlan& plan, const Traffic& traffic,
                                           Histogram& times);
    void start_lanes(bool keep_alive);
    void run(Runner& runner, bool keeps_alive);
    bool wait_start(Runner& runner, bool keeps_alive, std::uint64_t& measurements);
    void end_lanes();
    void prepare(const Window& window, const ChosenLoad& load, std::int64_t origin);
    void wait_for_lanes();
    Result collect(const Window& window);
    [[noreturn]] void fail();

    std::unique_ptr<const Serialized> content_;  ///< null: contents are cut from the block
    Payload payload_;
    Traffic traffic_;
    bool churns_ = false;                   ///< a connection for each message
    std::optional<int> send_buffer_bytes_;  ///< as requested
    Histogram connect_times_;
    LaneControl control_;
    MessagePool counted_;
    std::mutex parked_lanes_;     ///< for access to lanes between measurements
    std::deque<Runner> runners_;  // a deque, because lanes must not move
    std::size_t connections_ = 0;
};

}  // namespace pingmark
