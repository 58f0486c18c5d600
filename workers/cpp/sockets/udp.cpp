// Datagrams with blocking calls: one thread and socket in the server, a thread per connection in the client.

#include <vector>

#include "kit/asked_address.hpp"
#include "kit/echo_datagrams.hpp"
#include "kit/stack.hpp"
#include "kit/transmit.hpp"
#include "loops/blocking.hpp"

namespace {

using namespace pingmark;

template <class Calls>
void serve_by(Server& server) {
    set_blocking(server.fd());
    // So that it checks `must_forget`.
    set_call_timeouts(server.fd(), longest_wait_ns);
    MessageCount messages(server);
    EchoDatagrams datagrams(server, messages);
    std::vector<char> bytes(65'536);
    Calls calls(server);
    for (;;) {
        const ssize_t n = calls.receive(bytes.data(), bytes.size());
        if (server.must_forget()) {
            datagrams.forget();
            server.forgot();
        }
        if (n < 0) continue;
        const ssize_t answer = datagrams.received(calls.from(), bytes.data(), n);
        // What cannot be sent is lost, which the client detects.
        if (answer >= 0) calls.answer(bytes.data(), static_cast<std::size_t>(answer));
    }
}

void serve(Server& server) {
    server.is_at_any_address() ? serve_by<AtAnyAddress>(server) : serve_by<AtOneAddress>(server);
}

Stack describe() {
    Stack stack{"cpp/udp", "UDP, blocking calls; the server has one socket for all",
                "server: one thread; client: a thread per connection"};
    stack.transport = Transport::udp;
    stack.client_lanes = Lanes::per_connection;
    stack.one_way = true;
    stack.serve = serve;
    stack.make_loop = make_loop<BlockingLoop<send_datagrams, Arrival::some>>;
    return stack;
}

const Registration registration(describe());

}  // namespace
