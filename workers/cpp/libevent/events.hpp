#pragma once

#include <event2/event.h>

#include <memory>

#include "kit/failure.hpp"

namespace pingmark {

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

}  // namespace pingmark
