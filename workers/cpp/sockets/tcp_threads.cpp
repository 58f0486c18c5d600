// A thread per connection, and calls that block.

#include <sys/socket.h>

#include <system_error>
#include <thread>

#include "kit/blocking_receive.hpp"
#include "kit/echo_stream.hpp"
#include "kit/stack.hpp"
#include "kit/transmit.hpp"

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

class Loop : public ClientLoop {
public:
    explicit Loop(std::vector<Connection>& connections) {
        set_blocking(connections.front().fd());
        set_call_timeouts(connections.front().fd(), longest_wait_ns);
    }

    void measure(Lane& lane) override {
        Connection& connection = lane.connections().front();
        const auto transmit = [&](Connection& to) { send_stream(lane, to); };
        Arrival arrival = Arrival::some;
        lane.start(transmit);
        do {
            if (connection.outbox.pending() > 0) transmit(connection);
            const bool is_idle = arrival == Arrival::nothing;
            arrival = lane.received(connection, receive_blocking(lane, connection, is_idle), transmit);
            if (arrival == Arrival::nothing) lane.woke_for_nothing();
        } while (lane.goes_on(arrival == Arrival::full, transmit));
    }
};

Stack describe() {
    Stack stack;
    stack.id = "cpp/tcp-threads";
    stack.about = "TCP, a thread per connection, blocking calls";
    stack.threading = "a thread per connection on both sides, and one that accepts";
    stack.transport = Transport::tcp;
    stack.waits = "block";
    stack.client_lanes = Lanes::per_connection;
    // More could block the sending client while the server blocks sending to it.
    stack.max_in_flight_bytes = 262'144;
    stack.serve = serve;
    stack.make_loop = make_loop<Loop>;
    return stack;
}

const Registration registration(describe());

}  // namespace
