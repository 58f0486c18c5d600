// Datagrams, of which exactly one in a hundred is not answered.

#include <sys/socket.h>

#include <vector>

#include "kit/echo_datagrams.hpp"
#include "kit/failure.hpp"
#include "kit/stack.hpp"

namespace {

using namespace pingmark;

void serve(Server& server) {
    constexpr std::uint64_t dropped_one_in = 100;
    MessageCount messages(server);
    EchoDatagrams datagrams(server, messages);
    std::vector<char> bytes(65'536);
    set_blocking(server.fd());
    for (std::uint64_t received = 1;; ++received) {
        Peer from;
        socklen_t size = sizeof from;
        const ssize_t n = recvfrom(server.fd(), bytes.data(), bytes.size(), 0, &from.any, &size);
        const ssize_t answer = n < 0 ? -1 : datagrams.received(from, bytes.data(), n);
        if (answer < 0 || received % dropped_one_in == 0) continue;
        sendto(server.fd(), bytes.data(), static_cast<std::size_t>(answer), 0, &from.any, size);
    }
}

Stack describe() {
    Stack stack;
    stack.id = "cpp/known-drops";
    stack.about = "answers 99 of 100 datagrams";
    stack.threading = "one thread";
    stack.transport = Transport::udp;
    stack.waits = "block";
    stack.serve = serve;
    stack.make_loop = [](std::vector<Connection>&) -> std::unique_ptr<ClientLoop> {
        throw Unsupported("known answers have servers only");
    };
    return stack;
}

const Registration registration(describe());

}  // namespace
