// A thread per connection, and an answer that waits, spinning, for as long as its behaviour says.

#include <sys/socket.h>

#include <thread>

#include "behaviour.hpp"
#include "delay_log.hpp"
#include "kit/echo_stream.hpp"
#include "kit/failure.hpp"
#include "kit/stack.hpp"

namespace {

using namespace pingmark;
using namespace known_answers;

template <class Behaves>
void serve_connection(Server& server, Socket connection) {
    MessageCount messages(server);
    EchoStream stream(server, messages, std::move(connection));
    Behaves behaviour;
    DelayLog log;
    auto state = EchoStream::State::open;
    while (state == EchoStream::State::open) {
        const ssize_t n = recv(stream.fd(), stream.space(), stream.room(), 0);
        if (n > 0) {
            const std::int64_t arrived = now_ns();
            const std::int64_t due = behaviour.due(arrived);
            std::int64_t now = arrived;
            while (now < due) now = now_ns();
            log.record(now - arrived);
        }
        state = stream.received(n);
    }
}

template <class Behaves>
void serve(Server& server) {
    set_blocking(server.fd());
    for (;;) {
        Socket connection(server.accept(0));
        if (connection.fd() < 0) continue;
        std::thread(serve_connection<Behaves>, std::ref(server), std::move(connection)).detach();
    }
}

template <class Behaves>
Stack describe(const char* id, const char* about) {
    Stack stack;
    stack.id = id;
    stack.about = about;
    stack.threading = "a thread per connection";
    stack.transport = Transport::tcp;
    stack.waits = "block";
    stack.client_lanes = Lanes::per_connection;
    stack.serve = serve<Behaves>;
    stack.make_loop = [](std::vector<Connection>&) -> std::unique_ptr<ClientLoop> {
        throw Unsupported("known answers have servers only");
    };
    return stack;
}

const Registration undelayed(describe<Undelayed>("cpp/known-undelayed", "the floor of the others"));
const Registration fixed(describe<Fixed>("cpp/known-fixed", "1 ms"));
const Registration bimodal(describe<Bimodal>("cpp/known-bimodal", "200 us, one in eight 2 ms"));
const Registration exponential(describe<Exponential>("cpp/known-exponential", "500 us in the mean"));
const Registration rate(describe<Rate>("cpp/known-rate", "10,000 answers a second"));
const Registration stops(describe<Stops>("cpp/known-stops", "no answer for 200 ms, every 1.5 s"));
const Registration sleeps(describe<Sleeps>("cpp/known-sleeps", "sleeps for 20 ms every 250 ms, on one connection"));
const Registration slower(describe<Slower>("cpp/known-slower", "slower by KNOWN_ANSWERS_SLOWER_NS"));

}  // namespace
