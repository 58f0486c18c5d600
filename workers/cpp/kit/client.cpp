#include "kit/client.hpp"

#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <functional>
#include <future>
#include <iterator>
#include <system_error>

#include "kit/churn_loop.hpp"
#include "kit/clock.hpp"
#include "kit/failure.hpp"
#include "kit/serializers.hpp"
#include "kit/watchdog.hpp"

namespace pingmark {

namespace {

/// A lane's waits return sooner, but it may have to wait for a core.
constexpr std::int64_t lanes_end_within_ns = 3 * second;

/// Whether a connection was closed at either end, or has failed.
bool is_down(const Connection& connection) {
    pollfd polled{connection.fd(), POLLRDHUP, 0};
    return connection.broken || poll(&polled, 1, 0) > 0;
}

/// Accepts the server's end of the connection under way, and answers its hello.
std::unique_ptr<OtherEnd> meet(const Stack& stack, const ConnectPlan& plan) {
    Server& server = *plan.one_thread_with;
    pollfd polled{server.fd(), POLLIN, 0};
    const timespec timeout{plan.timeout / second, plan.timeout % second};
    if (ppoll(&polled, 1, &timeout, nullptr) <= 0)
        throw Failure("the client's connection did not reach its server in time");
    auto end = stack.one_thread(server);
    if (!end->echo(length_bytes + hello_bytes)) throw Failure("the server's end has ended");
    return end;
}

}  // namespace

Client::Client(const Stack& stack, const ConnectPlan& plan, const Traffic& traffic, const std::string& payload)
    : content_(make_serialized(payload, traffic.body_bytes(), traffic.message_bytes - traffic.body_bytes(),
                               !traffic.one_way && !traffic.ticks)),
      payload_(content_ ? "zeros" : payload),
      traffic_(traffic),
      send_buffer_bytes_(plan.options.send_buffer_bytes) {
    traffic_.payload = &payload_;
    traffic_.content = content_.get();
    churns_ = plan.connects_for_each;
    std::vector<Connection> connections = connect(stack, plan, traffic_, connect_times_);
    connections_ = connections.size();
    const auto threads = static_cast<std::size_t>(plan.stack_options.number("client_threads", 1));
    const LoopMaker make_loop = [&](std::vector<Connection>& of_lane) -> std::unique_ptr<ClientLoop> {
        if (churns_) return std::make_unique<ChurnLoop>(plan, traffic_);
        return stack.make_loop(of_lane);
    };
    const std::size_t lanes =
        churns_ || stack.client_lanes == Lanes::per_connection ? connections_ : std::min(threads, connections_);
    auto next = std::make_move_iterator(connections.begin());
    for (std::size_t i = 0, first = 0; i < lanes; ++i) {
        const std::size_t share = connections_ / lanes + (i < connections_ % lanes ? 1 : 0);
        const auto end = next + static_cast<std::ptrdiff_t>(share);
        runners_.emplace_back(control_, traffic_, make_loop, std::vector<Connection>(next, end), first, connections_);
        next = end;
        first += share;
    }
    start_lanes(stack.library.has_value());
}

void Client::start_lanes(bool keep_alive) {
    try {
        for (Runner& runner : runners_)
            runner.thread = std::thread([this, &runner, keep_alive] { run(runner, keep_alive); });
    } catch (const std::system_error& error) {
        end_lanes();
        throw Failure(describe_error("a lane's thread", error.code().value()));
    }
}

std::vector<Connection> Client::connect(const Stack& stack, const ConnectPlan& plan, const Traffic& traffic,
                                        Histogram& times) {
    std::vector<Connection> connections;
    connections.reserve(static_cast<std::size_t>(plan.connections));
    if (stack.library) {
        for (auto& connection : stack.library->connect(plan, times))
            connections.emplace_back(std::move(connection), traffic);
    } else {
        std::future<std::unique_ptr<OtherEnd>> other_end;
        if (plan.one_thread_with != nullptr)
            other_end = std::async(std::launch::async, meet, std::cref(stack), std::cref(plan));
        for (Connected& connected : connect_all(plan, times)) connections.emplace_back(std::move(connected), traffic);
        if (other_end.valid()) connections.front().other_end = other_end.get();
    }
    return connections;
}

void Client::run(Runner& runner, bool keeps_alive) {
    // So that a wait ends in time; by default Linux may end it 50 us late.
    constexpr unsigned long shortest_slack_ns = 1;
    prctl(PR_SET_TIMERSLACK, shortest_slack_ns);
    std::uint64_t measurements = 0;
    while (wait_start(runner, keeps_alive, measurements)) {
        runner.loop->measure(runner.lane);
        runner.measures = false;
        control_.park();
    }
    control_.ended();
}

/// Waits for the next measurement; false: the lane ends.
bool Client::wait_start(Runner& runner, bool keeps_alive, std::uint64_t& measurements) {
    using Wake = LaneControl::Wake;
    const std::chrono::nanoseconds interval(keeps_alive ? rest_interval_ns : 3'600 * second);
    for (;;) {
        const Wake wake = control_.wait_start(measurements, interval);
        if (wake != Wake::time_up) return wake == Wake::measurement;
        if (!keeps_alive) continue;
        const std::lock_guard<std::mutex> lock(parked_lanes_);
        runner.loop->keep_alive(runner.lane);
    }
}

LoadLimits Client::load_limits() const {
    LoadLimits limits;
    limits.is_stream = traffic_.framing == Framing::length_le || traffic_.framing == Framing::none;
    limits.has_lengths = traffic_.framing == Framing::length_le && content_ == nullptr;
    limits.is_one_way = traffic_.one_way;
    limits.is_churn = churns_;
    limits.has_snapshots = static_cast<bool>(traffic_.ticks);
    limits.in_flight = traffic_.in_flight;
    limits.message_bytes = traffic_.message_bytes;
    limits.unread_bytes = std::min<std::int64_t>(limits.unread_bytes, send_buffer_bytes_.value_or(max_preflood_bytes));
    return limits;
}

Result Client::measure(const Window& window, const ChosenLoad& load, std::int64_t origin) {
    if (control_.failed()) fail();
    prepare(window, load, origin);
    control_.start(runners_.size());
    wait_for_lanes();
    if (control_.failed()) fail();
    return collect(window);
}

void Client::prepare(const Window& window, const ChosenLoad& load, std::int64_t origin) {
    const std::lock_guard<std::mutex> lock(parked_lanes_);
    counted_.fill(window.messages, runners_.size());
    for (Runner& runner : runners_) {
        runner.lane.prepare(window, counted_, load, origin);
        runner.measures = true;
    }
}

void Client::wait_for_lanes() {
    constexpr std::chrono::nanoseconds interval(watchdog_interval_ns);
    Watchdog watchdog(runners_.size());
    while (!control_.wait_parked(interval)) {
        const bool in_vain = watchdog.look([&](std::size_t lane) {
            const Runner& runner = runners_[lane];
            return runner.measures ? runner.lane.turns() : Watchdog::parked;
        });
        if (!in_vain) continue;
        control_.fail("a send or receive does not return");
        fail();
    }
}

Result Client::collect(const Window& window) {
    const std::lock_guard<std::mutex> lock(parked_lanes_);
    Result result;
    const LaneWindow& first = runners_.front().lane.window();
    if (first.laps().overflowed()) {
        throw Failure("more than " + std::to_string(max_laps) + " laps; raise lap_messages");
    }
    result.from = first.counted_from();
    result.to = window.from;
    result.laps = first.laps().durations();
    result.counts.slowest.begin(window.slowest);
    for (Runner& runner : runners_) {
        const Counts& counts = runner.lane.end();
        result.to = std::max(result.to, runner.lane.window().counted_to());
        result.kinds = counts.kinds;
        result.counts.add(counts);
    }
    return result;
}

void Client::fail() {
    // Connections that fail together, as when their server dies, notice it a moment apart.
    poll(nullptr, 0, static_cast<int>(ended_together_ns / millisecond));
    const std::size_t down = connections_ - open_connections();
    throw Failure(std::to_string(down) + " of " + std::to_string(connections_) +
                  " connections ended: " + control_.failure());
}

std::size_t Client::open_connections() {
    const std::lock_guard<std::mutex> lock(parked_lanes_);
    std::size_t open = 0;
    for (Runner& runner : runners_) {
        for (const Connection& connection : runner.lane.connections()) open += !is_down(connection);
    }
    return open;
}

std::uint64_t Client::messages() {
    std::uint64_t sum = 0;
    for (Runner& runner : runners_) sum += runner.lane.counts().matched.get();
    return sum;
}

int Client::first_fd() {
    const Connection& first = runners_.front().lane.connections().front();
    return first.library() != nullptr ? first.library()->fd() : first.fd();
}

void Client::say_goodbye() {
    const std::lock_guard<std::mutex> lock(parked_lanes_);
    for (Runner& runner : runners_) {
        for (Connection& connection : runner.lane.connections()) {
            if (connection.library() != nullptr) connection.library()->disconnect();
        }
    }
}

void Client::disconnect() {
    if (control_.failed()) {
        // Lets hanging calls return.
        for (Runner& runner : runners_) {
            for (const Connection& connection : runner.lane.connections()) shutdown(connection.fd(), SHUT_RDWR);
        }
    }
    control_.end();
    constexpr std::chrono::nanoseconds at_most(lanes_end_within_ns);
    if (!control_.wait_ended(runners_.size(), at_most)) throw Failure("a send or receive does not return");
    say_goodbye();
    end_lanes();
}

void Client::end_lanes() {
    control_.end();
    for (Runner& runner : runners_) {
        if (runner.thread.joinable()) runner.thread.join();
    }
}

}  // namespace pingmark
