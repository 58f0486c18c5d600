#include "kit/client.hpp"

#include <poll.h>

#include <algorithm>
#include <chrono>
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
    std::vector<Socket> sockets = connect_all(plan, connect_times_);
    connections_ = sockets.size();
    const std::size_t per_lane = stack.client_lanes == Lanes::per_connection ? 1 : connections_;
    for (std::size_t first = 0; first < connections_; first += per_lane) {
        std::vector<Link> links;
        links.reserve(per_lane);
        for (std::size_t i = first; i < first + per_lane; ++i) links.emplace_back(std::move(sockets[i]), load_);
        lanes_.emplace_back(control_, load_, stack, std::move(links));
    }
    for (Lane& lane : lanes_) {
        // The lanes live as long as the process, which ends without waiting for them.
        std::thread([this, &lane] {
            for (std::uint64_t measurements = 0;;) {
                control_.wait_start(measurements);
                lane.stack_part->measure(lane.session);
                control_.park();
            }
        }).detach();
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
    // Lanes have equally many connections: one lane has them all, or each has one.
    const std::uint64_t share = window.messages / lanes_.size();
    std::uint64_t remainder = window.messages % lanes_.size();
    for (Lane& lane : lanes_) {
        lane.session.prepare(window, share + (remainder > 0 ? 1 : 0));
        if (remainder > 0) --remainder;
    }
}

Result Client::collect(const Window& window) {
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
        for (const Link& link : session.links()) result.silent_connections += link.sent_counted && !link.received_counted;
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
    throw Failure(std::to_string(down) + " of " + std::to_string(connections_) + " connections failed, the first with: " +
                  control_.failure());
}

std::size_t Client::open_connections() {
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

}  // namespace pingmark
