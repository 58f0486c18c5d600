#pragma once

// What TCP and UDP with Asio have in common.

#include <asio.hpp>

#include <string>

#include "client_loop.hpp"
#include "kit/server.hpp"
#include "kit/stack.hpp"

namespace pingmark {

/// Whether a socket that somebody else opened is IPv6.
inline bool is_ipv6(int fd) { return Address::of_local_end(fd).family() == AF_INET6; }

/// A server's thread: what `Service` begins goes on for ever.
template <class Service>
void serve_with(Server& server) {
    constexpr int one_thread = 1;
    MessageCount messages(server);
    asio::io_context io(one_thread);
    Service service(io, server, messages);
    service.begin();
    io.run();
}

template <class Wire, class Service>
Stack describe_asio(const char* id, const char* about, Transport transport) {
    Stack stack;
    stack.id = id;
    stack.about = about;
    stack.threading = "one thread with an io_context on each side, or client_threads";
    stack.transport = transport;
    stack.waits = "block";
    stack.options = {StackOption::client_threads()};
    stack.serve = serve_with<Service>;
    stack.make_loop = make_loop<AsioLoop<Wire>>;
    return stack;
}

}  // namespace pingmark
