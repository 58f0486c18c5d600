// ENet as a stack.

#include <enet/enet.h>

#include "connection.hpp"
#include "kit/stack.hpp"
#include "loop.hpp"
#include "server.hpp"

namespace {

using namespace pingmark;

Library describe_library() {
    Library library;
    library.transport = "enet";
    // ENet cuts messages that are longer than a datagram, reliable and unreliable ones, and would take more than
    // 65,536.
    library.max_message_bytes = library.max_reliable_message_bytes = max_body_bytes;
    library.listen = listen_enet;
    library.connect = connect_enet;
    return library;
}

Stack describe() {
    Stack stack;
    stack.id = "cpp/enet";
    stack.about = "ENet: reliable and unreliable messages in sequence over UDP; the client has a host per connection";
    stack.threading =
        "one thread on each side, or client_threads; the server's waits in poll, the client's in epoll_wait";
    stack.transport = Transport::udp;
    stack.waits = "block";
    stack.max_connections = ENET_PROTOCOL_MAXIMUM_PEER_ID;
    stack.options = {StackOption::number(tick_rate, "how often a second the library's own loop runs at least",
                                         default_tick_rate_hz, 1, 1'000),
                     StackOption::client_threads()};
    stack.ticks = true;
    stack.library = describe_library();
    stack.make_loop = make_enet_loop;
    return stack;
}

const Registration registration(describe());

}  // namespace
