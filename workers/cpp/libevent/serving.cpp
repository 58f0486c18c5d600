#include "serving.hpp"

#include <event2/buffer.h>
#include <event2/bufferevent.h>

#include <algorithm>
#include <string_view>

#include "events.hpp"
#include "kit/clock.hpp"
#include "kit/echo_buffer.hpp"

namespace pingmark {

namespace {

/// A server's connection, which deletes itself when it has ended. Whole messages go from what was read to what is to
/// be written without a copy, as in libevent's own example; what is not whole, or no echo, goes by way of the kit.
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

    /// The descriptor is closed when libevent is through with it, which is later.
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

    /// What was answered before its client's end still leaves.
    void ended(short what) {
        ends_ = true;
        if ((what & BEV_EVENT_ERROR) != 0 || evbuffer_get_length(bufferevent_get_output(events_)) == 0) delete this;
    }

    bufferevent* events_;
    bool ends_ = false;  ///< once nothing is unsent
    EchoBuffer buffer_;
};

/// Takes connections for ever. libevent's own listener would not wait for room when descriptors have run out.
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

}  // namespace

void serve_events(Server& server) {
    MessageCount messages(server);
    const EventBase base = new_event_base();
    Listener listener(base, server, messages);
    event_base_dispatch(base.get());
}

}  // namespace pingmark
