// UDP with Asio's asynchronous operations.

#include <asio.hpp>

#include <array>
#include <cstring>

#include "asio_stack.hpp"
#include "kit/echo_datagrams.hpp"

namespace {

using namespace pingmark;
using asio::ip::udp;

struct Wire {
    using Socket = udp::socket;

    static udp protocol_of(int fd) { return is_ipv6(fd) ? udp::v6() : udp::v4(); }
    static std::size_t bytes_of_one_send(const Outbox& outbox, Sends) { return outbox.next_send(Sends::apart); }
    static bool is_lost(std::error_code error) { return pingmark::is_lost(error.value()); }
};

/// A server's socket: it receives, answers, and receives again.
class Echo {
public:
    Echo(asio::io_context& io, Server& server, MessageCount& messages)
        : server_(server), datagrams_(server, messages), socket_(io, Wire::protocol_of(server.fd()), server.fd()) {}

    void begin() {
        server_.wake_by([this] { asio::post(socket_.get_executor(), [this] { forget_if_told(); }); });
        forget_if_told();
        receive();
    }

private:
    void forget_if_told() {
        if (!server_.must_forget()) return;
        datagrams_.forget();
        server_.forgot();
    }

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

    void send(std::size_t bytes) {
        // A datagram that cannot be sent is lost, which the client detects.
        socket_.async_send_to(asio::buffer(bytes_.data(), bytes), from_,
                              [this](std::error_code, std::size_t) { receive(); });
    }

    Peer sender() const {
        Peer peer;
        std::memcpy(peer.words, from_.data(), from_.size());
        return peer;
    }

    Server& server_;
    EchoDatagrams datagrams_;
    std::array<char, 65'536> bytes_;
    udp::endpoint from_;
    udp::socket socket_;
};

const Registration registration(describe_asio<Wire, Echo>(
    "cpp/asio-udp",
    "UDP with Asio's asynchronous operations; the server has one socket for all, the client one per connection",
    Transport::udp));

}  // namespace
