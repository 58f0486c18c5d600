#pragma once

#include <deque>
#include <vector>

#include "events.hpp"
#include "kit/stack.hpp"
#include "kit/transmit.hpp"
#include "loops/alarm.hpp"

namespace pingmark {

/// A thread with a loop of libevent, which tells of each socket that has something, or room. A bufferevent would not
/// make a call for each message where a load asks for that.
class EventClientLoop : public ClientLoop {
public:
    explicit EventClientLoop(std::vector<Connection>& connections)
        : rings_(new_event(
              base_, alarm_.fd(), EV_READ | EV_PERSIST,
              [](int, short, void* alarm) { static_cast<Alarm*>(alarm)->rang(); }, &alarm_)) {
        await(rings_);
        for (Connection& connection : connections) channels_.emplace_back(*this, connection);
    }

    void measure(Lane& lane) override {
        lane_ = &lane;
        const auto transmit = [this](Connection& connection) { channel_of(connection).send(); };
        lane.start(transmit);
        do {
            const std::int64_t wait = lane.wait_ns();
            if (wait > 0) alarm_.ring_within(wait);
            arrived_ = more_ = false;
            // Without the first it goes on for as long as there is something.
            event_base_loop(base_.get(), EVLOOP_ONCE | (wait > 0 ? 0 : EVLOOP_NONBLOCK));
            if (!arrived_) lane.woke_for_nothing();
        } while (lane.goes_on(more_, transmit));
    }

private:
    class Channel {
    public:
        Channel(EventClientLoop& loop, Connection& connection)
            : loop_(loop),
              connection_(connection),
              readable_(new_event(
                  loop.base_, connection.fd(), EV_READ | EV_PERSIST, [](int, short, void* self) { of(self).receive(); },
                  this)),
              writable_(new_event(
                  loop.base_, connection.fd(), EV_WRITE, [](int, short, void* self) { of(self).send(); }, this)) {
            await(readable_);
        }

        /// Waits for room in the socket exactly while there is something to send.
        void send() {
            SocketCalls::send(*loop_.lane_, connection_);
            if (connection_.outbox.pending() > 0 && !connection_.broken) await(writable_);
        }

    private:
        static Channel& of(void* self) { return *static_cast<Channel*>(self); }

        void receive() {
            const auto transmit = [this](Connection& to) { loop_.channel_of(to).send(); };
            const Arrival arrival = loop_.lane_->received(connection_, SocketCalls::receive(connection_), transmit);
            if (arrival != Arrival::nothing) loop_.arrived_ = true;
            if (arrival == Arrival::full) loop_.more_ = true;
        }

        EventClientLoop& loop_;
        Connection& connection_;
        Event readable_;
        Event writable_;
    };

    Channel& channel_of(const Connection& connection) { return channels_[lane_->index_of(connection)]; }

    EventBase base_ = new_event_base();
    Alarm alarm_;
    Event rings_;
    Lane* lane_ = nullptr;
    bool arrived_ = false;
    bool more_ = false;
    std::deque<Channel> channels_;  // a deque, because they stay where they are
};

}  // namespace pingmark
