#include "kit/client.hpp"

#include <poll.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <thread>

#include "kit/clock.hpp"
#include "kit/failure.hpp"

namespace pingmark {

namespace {

/// Closed at either end, or in error, whether or not anything has been read from it.
bool is_down(const Link& link) {
    pollfd polled{link.fd(), POLLRDHUP, 0};
    return link.broken || poll(&polled, 1, 0) > 0;
}

}  // namespace

Client::Client(const Stack& stack, const ConnectPlan& plan, const Load& load, const std::string& payload)
    : payload_(payload), load_(load) {
    load_.payload = &payload_;
    std::vector<Link> links = connect(stack, plan, load_, connect_times_);
    connections_ = links.size();
    const auto threads = static_cast<std::size_t>(plan.stack_options.client_threads);
    const std::size_t lanes =
        stack.client_lanes == Lanes::per_connection ? connections_ : std::min(threads, connections_);
    auto next = std::make_move_iterator(links.begin());
    for (std::size_t i = 0; i < lanes; ++i) {
        const auto share = static_cast<std::ptrdiff_t>(connections_ / lanes + (i < connections_ % lanes ? 1 : 0));
        lanes_.emplace_back(control_, load_, stack, std::vector<Link>(next, next + share));
        next += share;
    }
    const bool keeps_alive = stack.library.has_value();
    for (Lane& lane : lanes_) {
        // The lanes live as long as the process, which ends without waiting for them.
        std::thread([this, &lane, keeps_alive] { run_lane(lane, keeps_alive); }).detach();
    }
}

std::vector<Link> Client::connect(const Stack& stack, const ConnectPlan& plan, const Load& load, Histogram& times) {
    std::vector<Link> links;
    links.reserve(static_cast<std::size_t>(plan.connections));
    if (stack.library) {
        for (auto& connection : stack.library->connect(plan, times)) links.emplace_back(std::move(connection), load);
    } else {
        for (Socket& socket : connect_all(plan, times)) links.emplace_back(std::move(socket), load);
    }
    return links;
}

void Client::run_lane(Lane& lane, bool keeps_alive) {
    constexpr std::chrono::milliseconds interval(10);
    for (std::uint64_t measurements = 0;;) {
        if (keeps_alive) {
            while (!control_.wait_start(measurements, interval)) {
                const std::lock_guard<std::mutex> lock(parked_lanes_);
                lane.stack_part->keep_alive(lane.session);
            }
        } else {
            control_.wait_start(measurements);
        }
        lane.stack_part->measure(lane.session);
        control_.park();
    }
}

Result Client::measure(const Window& window, const Progress& progress) {
    if (control_.failed()) fail();
    prepare(window);
    control_.start(lanes_.size());
    while (!control_.wait_parked(std::chrono::seconds(1))) {
        if (!progress) continue;
        std::uint64_t received = 0;
        std::uint64_t lost = 0;
        for (Lane& lane : lanes_) {
            received += lane.session.tally().received.get();
            lost += lane.session.tally().lost.get();
        }
        progress(received, lost);
    }
    if (control_.failed()) fail();
    return collect(window);
}

void Client::prepare(const Window& window) {
    const std::lock_guard<std::mutex> lock(parked_lanes_);
    counted_.fill(window.messages, lanes_.size());
    for (Lane& lane : lanes_) lane.session.prepare(window, counted_);
}

Result Client::collect(const Window& window) {
    const std::lock_guard<std::mutex> lock(parked_lanes_);
    Result result;
    const Counting& first = lanes_.front().session.counting();
    if (first.laps_overflowed()) {
        throw Failure("more than " + std::to_string(Window::most_laps) + " laps; raise lap_messages");
    }
    result.from = first.from();
    result.to = window.from;
    result.laps = first.laps();
    for (Lane& lane : lanes_) {
        Session& session = lane.session;
        Tally& tally = session.tally();
        result.to = std::max(result.to, session.counting().to());
        result.sent += session.counting().sent();
        result.received += tally.received.get();
        result.lost += tally.lost.get();
        result.faults.add(tally.faults);
        tally.faults = {};
        for (const Link& link : session.links())
            result.silent_connections += link.sent_counted && !link.received_counted;
        if (tally.round_trips.empty()) continue;
        result.round_trips.add(tally.round_trips);
        result.histogram.add(tally.histogram, static_cast<std::uint64_t>(tally.round_trips.min),
                             static_cast<std::uint64_t>(tally.round_trips.max));
    }
    return result;
}

void Client::fail() {
    // Connections that fail together, as when their server dies, are told so a moment apart.
    constexpr int moment_ms = 20;
    poll(nullptr, 0, moment_ms);
    const std::size_t down = connections_ - open_connections();
    throw Failure(std::to_string(down) + " of " + std::to_string(connections_) +
                  " connections ended: " + control_.failure());
}

std::size_t Client::open_connections() {
    const std::lock_guard<std::mutex> lock(parked_lanes_);
    std::size_t open = 0;
    for (Lane& lane : lanes_) {
        for (const Link& link : lane.session.links()) open += !is_down(link);
    }
    return open;
}

std::uint64_t Client::messages() {
    std::uint64_t sum = 0;
    for (Lane& lane : lanes_) sum += lane.session.tally().matched.get();
    return sum;
}

int Client::first_fd() {
    const Link& first = lanes_.front().session.links().front();
    return first.library() != nullptr ? first.library()->fd() : first.fd();
}

void Client::disconnect() {
    const std::lock_guard<std::mutex> lock(parked_lanes_);
    for (Lane& lane : lanes_) {
        for (Link& link : lane.session.links()) {
            if (link.library() != nullptr) link.library()->disconnect();
        }
    }
}

}  // namespace pingmark
