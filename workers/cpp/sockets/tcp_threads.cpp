// A thread per connection, and calls that block.

#include <poll.h>
#include <sys/socket.h>

#include <system_error>
#include <thread>

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
        if (connection.fd() < 0) continue;
        try {
            std::thread(serve_connection, std::ref(server), std::move(connection)).detach();
        } catch (const std::system_error& error) {
            server.tell_no_room("thread", error.code().value());
            poll(nullptr, 0, Server::no_room_pause_ms);
        }
    }
}

class Lane : public ClientLane {
public:
    explicit Lane(Link& link) {
        set_blocking(link.fd());
        set_call_timeouts(link.fd(), 50 * millisecond);
    }

    void measure(Session& session) override {
        Link& link = session.links().front();
        const auto transmit = [&](Link& to) { send_stream(session, to); };
        Arrival arrival;
        session.start(transmit);
        do {
            if (link.outbox.pending() > 0) transmit(link);
            arrival = session.received(link, recv(link.fd(), link.inbox.space(), link.inbox.room(), 0), transmit);
            if (arrival == Arrival::nothing) session.woke_for_nothing();
        } while (session.goes_on(arrival == Arrival::full, transmit));
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
    stack.make_lane = [](std::vector<Link>& links) -> std::unique_ptr<ClientLane> {
        return std::make_unique<Lane>(links.front());
    };
    return stack;
}

const Registration registration(describe());

}  // namespace
