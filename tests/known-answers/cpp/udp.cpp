// Datagrams: of one stack exactly one in a hundred is not answered, of the other all are answered late.

#include <sys/socket.h>

#include <vector>

#include "behaviour.hpp"
#include "kit/echo_datagrams.hpp"
#include "kit/failure.hpp"
#include "kit/stack.hpp"

namespace {

using namespace pingmark;
using namespace known_answers;

/// Whether a datagram is to be answered; it may take its time.
using Decides = bool (*)(std::uint64_t number, std::int64_t arrived);

bool drops(std::uint64_t number, std::int64_t) { return number % 100 != 0; }

bool is_late(std::uint64_t, std::int64_t arrived) {
    const std::int64_t due = Fixed().due(arrived);
    while (now_ns() < due) continue;
    return true;
}

template <Decides decides>
void serve(Server& server) {
    MessageCount messages(server);
    EchoDatagrams datagrams(server, messages);
    std::vector<char> bytes(65'536);
    set_blocking(server.fd());
    for (std::uint64_t received = 1;; ++received) {
        Peer from;
        socklen_t size = sizeof from;
        const ssize_t n = recvfrom(server.fd(), bytes.data(), bytes.size(), 0, &from.any, &size);
        const std::int64_t arrived = now_ns();
        const ssize_t answer = n < 0 ? -1 : datagrams.received(from, bytes.data(), n);
        if (answer < 0 || !decides(received, arrived)) continue;
        sendto(server.fd(), bytes.data(), static_cast<std::size_t>(answer), 0, &from.any, size);
    }
}

template <Decides decides>
Stack describe(const char* id, const char* about) {
    Stack stack;
    stack.id = id;
    stack.about = about;
    stack.threading = "one thread";
    stack.transport = Transport::udp;
    stack.waits = "block";
    stack.serve = serve<decides>;
    stack.make_loop = [](std::vector<Connection>&) -> std::unique_ptr<ClientLoop> {
        throw Unsupported("known answers have servers only");
    };
    return stack;
}

const Registration dropping(describe<drops>("cpp/known-drops", "answers 99 of 100 datagrams"));
const Registration late(describe<is_late>("cpp/known-fixed-datagrams", "1 ms"));

}  // namespace
