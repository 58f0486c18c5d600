// UDP with Asio's asynchronous operations.

#include <asio.hpp>

#include <array>
#include <cstring>

#include "asio_stack.hpp"
#include "kit/asked_address.hpp"
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

/// A server's socket, and what it knows of its peers.
class Listening {
public:
    Listening(asio::io_context& io, Server& server, MessageCount& messages)
        : datagrams_(server, messages), socket_(io, Wire::protocol_of(server.fd()), server.fd()), server_(server) {}

protected:
    void forget_when_told() {
        server_.wake_by([this] { asio::post(socket_.get_executor(), [this] { forget_if_told(); }); });
        forget_if_told();
    }

    EchoDatagrams datagrams_;
    std::array<char, 65'536> bytes_;
    udp::socket socket_;

private:
    void forget_if_told() {
        if (!server_.must_forget()) return;
        datagrams_.forget();
        server_.forgot();
    }

    Server& server_;
};

/// Receives, answers, and receives again.
class Echo : Listening {
public:
    using Listening::Listening;

    void begin() {
        forget_when_told();
        receive();
    }

private:
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

    udp::endpoint from_;
};

/// The same at a wildcard address, where it waits for datagrams: Asio's receive does not tell which address was asked.
class EchoAtAnyAddress : Listening {
public:
    EchoAtAnyAddress(asio::io_context& io, Server& server, MessageCount& messages)
        : Listening(io, server, messages), calls_(server) {}

    void begin() {
        forget_when_told();
        await();
    }

private:
    void await() {
        socket_.async_wait(udp::socket::wait_read, [this](std::error_code) {
            echo();
            await();
        });
    }

    void echo() {
        const ssize_t n = calls_.receive(bytes_.data(), bytes_.size());
        if (n < 0) return;
        const ssize_t answer = datagrams_.received(calls_.from(), bytes_.data(), n);
        // A datagram that cannot be sent is lost, which the client detects.
        if (answer >= 0) calls_.answer(bytes_.data(), static_cast<std::size_t>(answer));
    }

    AtAnyAddress calls_;
};

void serve(Server& server) {
    server.is_at_any_address() ? serve_with<EchoAtAnyAddress>(server) : serve_with<Echo>(server);
}

Stack describe() {
    Stack stack = describe_asio<Wire, Echo>(
        "cpp/asio-udp",
        "UDP with Asio's asynchronous operations; the server has one socket for all, the client one per connection",
        Transport::udp);
    stack.serve = serve;
    return stack;
}

const Registration registration(describe());

}  // namespace
