// ENet as a stack.

#include <enet/enet.h>

#include "host.hpp"
#include "kit/stack.hpp"
#include "kit/worker.hpp"

namespace {

using namespace pingmark;

Stack describe() {
    Stack stack{"cpp/enet",
                "ENet: reliable and unreliable messages in sequence over UDP; the client has a host per connection",
                "one thread on each side, or client_threads; the server's waits in poll, the client's in epoll_wait"};
    stack.transport = Transport::udp;
    stack.max_connections = ENET_PROTOCOL_MAXIMUM_PEER_ID;
    stack.options = {StackOption::number(tick_rate, "how often a second the library's own loop runs at least",
                                         default_tick_rate_hz, 1, 1'000),
                     StackOption::client_threads()};
    stack.ticks = true;
    // ENet fragments messages of both transmissions, and would take more than 65,536 bytes.
    stack.library = Library{"enet", max_body_bytes, max_body_bytes, listen_enet, connect_enet};
    stack.make_loop = make_enet_loop;
    return stack;
}

const Registration registration(describe());

}  // namespace

int main() {
    if (enet_initialize() != 0) return 1;
    run_worker("cpp/enet", {enet_version()});
}
