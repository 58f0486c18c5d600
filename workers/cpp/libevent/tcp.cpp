// TCP with libevent: the server has its bufferevents, the client its events.

#include "client_loop.hpp"
#include "kit/stack.hpp"
#include "serving.hpp"

namespace {

using namespace pingmark;

Stack describe() {
    Stack stack;
    stack.id = "cpp/libevent-tcp";
    stack.about = "TCP, an event loop in one thread: libevent's bufferevents at the server, its events at the client";
    stack.threading = "one thread with an event_base on each side, or client_threads";
    stack.transport = Transport::tcp;
    stack.waits = "block";
    stack.one_way = true;
    stack.options = {StackOption::client_threads()};
    stack.serve = serve_events;
    stack.make_loop = make_loop<EventClientLoop>;
    return stack;
}

const Registration registration(describe());

}  // namespace
