// TCP with Asio's asynchronous operations.

#include <asio.hpp>

#include <chrono>
#include <utility>

#include "client_lane.hpp"
#include "kit/echo_buffer.hpp"
#include "kit/stack.hpp"

namespace {

using namespace pingmark;
using asio::ip::tcp;

struct Wire {
    using Socket = tcp::socket;

    static tcp protocol_of(int fd) { return is_ipv6(fd) ? tcp::v6() : tcp::v4(); }
    static std::size_t bytes_of_one_send(const Outbox& outbox, const Load&) { return outbox.pending(); }
    static bool is_lost(std::error_code) { return false; }
};

/// A server's connection. It has exactly one operation pending, and ends itself when the connection does.
class Connection {
public:
    Connection(Server& server, MessageCount& messages, tcp::socket socket)
        : socket_(std::move(socket)), buffer_(server, messages) {}

    void receive() {
        socket_.async_read_some(asio::buffer(buffer_.space(), buffer_.room()),
                                [this](std::error_code error, std::size_t n) {
                                    if (error || !buffer_.received(n)) {
                                        delete this;
                                    } else {
                                        go_on();
                                    }
                                });
    }

private:
    void go_on() {
        if (!buffer_.has_unsent()) {
            receive();
            return;
        }
        const auto unsent = asio::buffer(buffer_.unsent(), buffer_.unsent_bytes());
        socket_.async_write_some(unsent, [this](std::error_code error, std::size_t n) {
            if (error) {
                delete this;
            } else {
                buffer_.sent(n);
                go_on();
            }
        });
    }

    tcp::socket socket_;
    EchoBuffer buffer_;
};

/// Takes connections for ever.
class Acceptor {
public:
    Acceptor(asio::io_context& io, Server& server, MessageCount& messages)
        : server_(server),
          messages_(messages),
          pause_(io),
          acceptor_(io, Wire::protocol_of(server.fd()), server.fd()) {}

    void accept() {
        acceptor_.async_accept([this](std::error_code error, tcp::socket socket) {
            if (!error) {
                (new Connection(server_, messages_, std::move(socket)))->receive();
                accept();
            } else {
                server_.tell_no_room("accept", error.value());
                accept_later();
            }
        });
    }

private:
    void accept_later() {
        pause_.expires_after(std::chrono::milliseconds(Server::no_room_pause_ms));
        pause_.async_wait([this](std::error_code) { accept(); });
    }

    Server& server_;
    MessageCount& messages_;
    asio::steady_timer pause_;
    tcp::acceptor acceptor_;
};

void serve(Server& server) {
    constexpr int one_thread = 1;
    MessageCount messages(server);
    asio::io_context io(one_thread);
    Acceptor acceptor(io, server, messages);
    acceptor.accept();
    io.run();
}

Stack describe() {
    Stack stack;
    stack.id = "cpp/asio-tcp";
    stack.about = "TCP with Asio's asynchronous operations";
    stack.threading = "one thread with an io_context on each side, or client_threads";
    stack.transport = Transport::tcp;
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
