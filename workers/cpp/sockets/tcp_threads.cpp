// A thread per connection, and blocking calls.

#include <sys/socket.h>

#include <system_error>
#include <thread>

#include "kit/echo_stream.hpp"
#include "kit/stack.hpp"
#include "kit/transmit.hpp"
#include "loops/blocking.hpp"

namespace {

using namespace pingmark;

void serve_connection(Server& server, Socket connection) {
    MessageCount messages(server);
    EchoStream stream(server, messages, std::move(connection));
    auto state = EchoStream::State::open;
    while (state == EchoStream::State::open)
        state = stream.received(recv(stream.fd(), stream.space(), stream.room(), 0));
}

void serve(Server& server) {
    set_blocking(server.fd());
    for (;;) {
        Socket connection(server.accept(0));
        if (connection.fd() < 0) {
            server.rest();
            continue;
        }
        try {
            std::thread(serve_connection, std::ref(server), std::move(connection)).detach();
        } catch (const std::system_error& error) {
            server.no_room("thread", error.code().value());
        }
    }
}

Stack describe() {
    Stack stack{"cpp/tcp-threads", "TCP, a thread per connection, blocking calls",
                "a thread per connection on both sides, and one that accepts"};
    stack.client_lanes = Lanes::per_connection;
    // More could block the sending client while the server blocks sending to it.
    stack.max_in_flight_bytes = 262'144;
    stack.one_way = true;
    stack.serve = serve;
    stack.one_thread = [](Server& server) { return accept_end(server, 0, nullptr); };
    stack.make_loop = make_loop<BlockingLoop<send_stream, Arrival::full>>;
    return stack;
}

const Registration registration(describe());

}  // namespace
