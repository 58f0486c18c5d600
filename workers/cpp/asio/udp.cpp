// UDP with Asio's asynchronous operations.

#include <asio.hpp>

#include <array>
#include <cstring>

#include "client_lane.hpp"
#include "kit/echo_datagrams.hpp"
#include "kit/stack.hpp"

namespace {

using namespace pingmark;
using asio::ip::udp;

struct Wire {
    using Socket = udp::socket;

    static udp protocol_of(int fd) { return is_ipv6(fd) ? udp::v6() : udp::v4(); }
    static std::size_t bytes_of_one_send(const Outbox&, const Load& load) { return load.message_bytes; }
    static bool is_lost(std::error_code error) { return pingmark::is_lost(error.value()); }
};

/// A server's socket: it receives, answers, and receives again.
class Echo {
public:
    Echo(asio::io_context& io, Server& server, MessageCount& messages)
        : datagrams_(server, messages), socket_(io, Wire::protocol_of(server.fd()), server.fd()) {}

    void receive() {
        socket_.async_receive_from(asio::buffer(bytes_), from_, [this](std::error_code error, std::size_t n) {
            const ssize_t answer = error ? -1 : datagrams_.received(sender(), bytes_.data(), static_cast<ssize_t>(n));
            if (answer >= 0) {
                send(static_cast<std::size_t>(answer));
            } else {
                receive();
            }
        });
    }

private:
    void send(std::size_t bytes) {
        // A datagram that cannot be sent is lost, and the client finds that out.
        socket_.async_send_to(asio::buffer(bytes_.data(), bytes), from_,
                              [this](std::error_code, std::size_t) { receive(); });
    }

    Peer sender() const {
        Peer peer;
        std::memcpy(peer.words, from_.data(), from_.size());
        return peer;
    }

    EchoDatagrams datagrams_;
    std::array<char, 65'536> bytes_;
    udp::endpoint from_;
    udp::socket socket_;
};

void serve(Server& server) {
    constexpr int one_thread = 1;
    MessageCount messages(server);
    asio::io_context io(one_thread);
    Echo echo(io, server, messages);
    echo.receive();
    io.run();
}

Stack describe() {
    Stack stack;
    stack.id = "cpp/asio-udp";
    stack.about =
        "UDP with Asio's asynchronous operations; the server has one socket for all, the client one per connection";
    stack.threading = "one thread with an io_context on each side, or client_threads";
    stack.transport = Transport::udp;
    stack.waits = "block";
    stack.options = {"client_threads"};
    stack.serve = serve;
    stack.make_lane = [](std::vector<Link>& links) -> std::unique_ptr<ClientLane> {
        return std::make_unique<AsioLane<Wire>>(links);
    };
    return stack;
}

const Registration registration(describe());

}  // namespace
