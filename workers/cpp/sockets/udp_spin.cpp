// Datagrams, and threads that ask their sockets without ever waiting.

#include <sys/socket.h>

#include <cerrno>
#include <vector>

#include "kit/echo_datagrams.hpp"
#include "kit/stack.hpp"
#include "kit/transmit.hpp"

namespace {

using namespace pingmark;

/// A full socket is asked again, but not for ever. A datagram that cannot be sent is lost, and the client finds that
/// out.
void send_back(int fd, const char* bytes, std::size_t n, const Peer& to, socklen_t size) {
    constexpr int most_tries = 1'000;
    for (int tries = 0; tries < most_tries; ++tries) {
        if (sendto(fd, bytes, n, 0, &to.any, size) >= 0 || (errno != EAGAIN && errno != EINTR)) return;
    }
}

void serve(Server& server) {
    MessageCount messages(server);
    EchoDatagrams echo(server, messages);
    std::vector<char> bytes(65'536);
    for (;;) {
        Peer from;
        socklen_t size = sizeof from;
        const ssize_t n = recvfrom(server.fd(), bytes.data(), bytes.size(), 0, &from.any, &size);
        if (n < 0) continue;
        const ssize_t answer = echo.received(from, bytes.data(), n);
        if (answer < 0) continue;
        send_back(server.fd(), bytes.data(), static_cast<std::size_t>(answer), from, size);
    }
}

class Lane : public ClientLane {
public:
    void measure(Session& session) override {
        const auto transmit = [&](Link& link) { send_datagrams(session, link); };
        session.start(transmit);
        do {
            for (Link& link : session.links()) {
                if (link.outbox.pending() > 0) transmit(link);
                receive_waiting(session, link, transmit);
            }
        } while (session.goes_on(false, transmit));
    }

private:
    /// As many datagrams as may be waiting, so that none is counted lost that has arrived.
    template <class Transmit>
    void receive_waiting(Session& session, Link& link, Transmit& transmit) {
        for (std::uint32_t i = 0; i < link.slots.size(); ++i) {
            const ssize_t n = recv(link.fd(), link.inbox.space(), link.inbox.room(), 0);
            if (session.received(link, n, transmit) == Arrival::nothing) {
                session.polled_in_vain();
                return;
            }
        }
    }
};

Stack describe() {
    Stack stack;
    stack.id = "cpp/udp-spin";
    stack.about = "UDP, one busy thread; the server has one socket for all, the client one per connection";
    stack.threading = "one thread on each side, which never waits";
    stack.transport = Transport::udp;
    stack.waits = "spin";
    stack.serve = serve;
    stack.make_lane = [](std::vector<Link>&) -> std::unique_ptr<ClientLane> { return std::make_unique<Lane>(); };
    return stack;
}

const Registration registration(describe());

}  // namespace
