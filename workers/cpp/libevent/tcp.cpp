// TCP with libevent: bufferevents at the server, events at the client.

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <string_view>
#include <vector>

#include "kit/clock.hpp"
#include "kit/echo_buffer.hpp"
#include "kit/failure.hpp"
#include "kit/stack.hpp"
#include "kit/transmit.hpp"
#include "kit/worker.hpp"
#include "loops/alarm.hpp"

namespace {

using namespace pingmark;

struct FreeEvents {
    void operator()(event_base* base) const { event_base_free(base); }
    void operator()(event* of_base) const { event_free(of_base); }
};
using EventBase = std::unique_ptr<event_base, FreeEvents>;
using Event = std::unique_ptr<event, FreeEvents>;

inline EventBase new_event_base() {
    EventBase base(event_base_new());
    if (!base) throw Failure("event_base_new failed");
    return base;
}

/// Calls `ready(what)` each time that the descriptor has one of `events`, once it is added.
inline Event new_event(const EventBase& base, int fd, short events, event_callback_fn ready, void* what) {
    Event made(event_new(base.get(), fd, events, ready, what));
    if (!made) throw Failure("event_new failed");
    return made;
}

inline void await(const Event& event) {
    if (event_add(event.get(), nullptr) != 0) throw Failure("event_add failed");
}

/// The client's loop, with events. A bufferevent could not make the send calls that a load asks for.
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
            // Without EVLOOP_ONCE it goes on as long as something is ready.
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

        /// Waits for room in the socket only while there is something to send.
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

    Channel& channel_of(const Connection& connection) {
        return channels_[static_cast<std::size_t>(&connection - lane_->connections().data())];
    }

    EventBase base_ = new_event_base();
    Alarm alarm_;
    Event rings_;
    Lane* lane_ = nullptr;
    bool arrived_ = false;
    bool more_ = false;
    std::deque<Channel> channels_;  // a deque, because they must not move
};

/// A server's connection, which deletes itself at its end. Whole messages move from the input to the output without a
/// copy, as in libevent's example; the rest goes through the kit's buffer.
class Stream {
public:
    Stream(event_base* base, Server& server, MessageCount& messages, int fd)
        : events_(bufferevent_socket_new(base, fd, BEV_OPT_CLOSE_ON_FREE)), buffer_(server, messages, fd) {
        bufferevent_setcb(
            events_, [](bufferevent*, void* stream) { of(stream).arrived(); },
            [](bufferevent*, void* stream) { of(stream).written(); },
            [](bufferevent*, short what, void* stream) { of(stream).ended(what); }, this);
        bufferevent_enable(events_, EV_READ | EV_WRITE);
    }

private:
    /// A client may send much and read late.
    static constexpr std::size_t most_unsent_bytes = 4 * max_stream_message_bytes;

    static Stream& of(void* stream) { return *static_cast<Stream*>(stream); }

    /// libevent closes the descriptor later.
    ~Stream() { bufferevent_free(events_); }

    void arrived() {
        evbuffer* const in = bufferevent_get_input(events_);
        evbuffer* const out = bufferevent_get_output(events_);
        for (std::size_t bytes; !ends_ && (bytes = evbuffer_get_length(in)) > 0;) {
            const auto* all = reinterpret_cast<const char*>(evbuffer_pullup(in, -1));
            const std::size_t whole = buffer_.passes(std::string_view(all, bytes));
            if (whole > 0) {
                evbuffer_remove_buffer(in, out, whole);
            } else {
                const std::size_t taken = std::min(bytes, buffer_.room());
                evbuffer_remove(in, buffer_.space(), taken);
                buffer_.received(taken);
                evbuffer_add(out, buffer_.unsent(), buffer_.unsent_bytes());
                buffer_.sent(buffer_.unsent_bytes());
                ends_ = buffer_.is_broken();
            }
        }
        const std::size_t unsent = evbuffer_get_length(out);
        if (ends_ && unsent == 0) {
            delete this;
        } else if (ends_ || unsent > most_unsent_bytes) {
            bufferevent_disable(events_, EV_READ);
        }
    }

    void written() {
        if (ends_) {
            delete this;
        } else {
            bufferevent_enable(events_, EV_READ);
        }
    }

    /// Earlier answers are still sent.
    void ended(short what) {
        ends_ = true;
        if ((what & BEV_EVENT_ERROR) != 0 || evbuffer_get_length(bufferevent_get_output(events_)) == 0) delete this;
    }

    bufferevent* events_;
    bool ends_ = false;  ///< once nothing is unsent
    EchoBuffer buffer_;
};

/// Accepts connections. libevent's own listener would not pause when descriptors have run out.
class Listener {
public:
    Listener(const EventBase& base, Server& server, MessageCount& messages)
        : base_(base.get()),
          server_(server),
          messages_(messages),
          ready_(new_event(
              base, server.fd(), EV_READ | EV_PERSIST, [](int, short, void* self) { of(self).accept(); }, this)),
          rested_(new_event(
              base, -1, 0, [](int, short, void* self) { await(of(self).ready_); }, this)) {
        await(ready_);
    }

private:
    static Listener& of(void* self) { return *static_cast<Listener*>(self); }

    void accept() {
        for (int fd; (fd = server_.accept(SOCK_NONBLOCK)) >= 0;) new Stream(base_, server_, messages_, fd);
        if (server_.rest_ns() == 0) return;
        event_del(ready_.get());
        const timeval rest{0, static_cast<suseconds_t>(server_.rest_ns() / 1000 + 1)};
        event_add(rested_.get(), &rest);
    }

    event_base* base_;
    Server& server_;
    MessageCount& messages_;
    Event ready_;
    Event rested_;
};

void serve_events(Server& server) {
    MessageCount messages(server);
    const EventBase base = new_event_base();
    Listener listener(base, server, messages);
    event_base_dispatch(base.get());
}

Stack describe() {
    Stack stack{"cpp/libevent-tcp",
                "TCP, an event loop in one thread: libevent's bufferevents at the server, its events at the client",
                "one thread with an event_base on each side, or client_threads"};
    stack.one_way = true;
    stack.options = {StackOption::client_threads()};
    stack.serve = serve_events;
    stack.make_loop = make_loop<EventClientLoop>;
    return stack;
}

const Registration registration(describe());

}  // namespace

int main() { pingmark::run_worker("cpp/libevent", {std::string("libevent ") + event_get_version()}); }
