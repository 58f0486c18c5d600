// TCP with Asio's asynchronous operations.

#include <asio.hpp>

#include <chrono>
#include <utility>

#include "asio_stack.hpp"
#include "kit/echo_buffer.hpp"

namespace {

using namespace pingmark;
using asio::ip::tcp;

/// A server's connection. It has exactly one pending operation, and deletes itself at its end.
class ServerConnection {
public:
    ServerConnection(Server& server, MessageCount& messages, tcp::socket socket)
        : socket_(std::move(socket)), buffer_(server, messages, socket_.native_handle()) {}

    void receive() {
        socket_.async_read_some(asio::buffer(buffer_.space(), buffer_.room()),
                                [this](std::error_code error, std::size_t n) {
                                    if (error) {
                                        delete this;
                                    } else {
                                        buffer_.received(n);
                                        go_on();
                                    }
                                });
    }

private:
    void go_on() {
        if (!buffer_.has_unsent()) {
            if (buffer_.is_broken()) {
                delete this;
            } else {
                receive();
            }
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

/// Accepts connections.
class Acceptor {
public:
    Acceptor(asio::io_context& io, Server& server, MessageCount& messages)
        : server_(server),
          messages_(messages),
          pause_(io),
          acceptor_(io, TcpWire::protocol_of(server.fd()), server.fd()) {}

    void begin() { accept(); }

private:
    void accept() {
        acceptor_.async_accept([this](std::error_code error, tcp::socket socket) {
            if (!error) {
                (new ServerConnection(server_, messages_, std::move(socket)))->receive();
                accept();
            } else {
                server_.no_room("accept", error.value());
                accept_later();
            }
        });
    }

    void accept_later() {
        pause_.expires_after(std::chrono::nanoseconds(server_.rest_ns()));
        pause_.async_wait([this](std::error_code) { accept(); });
    }

    Server& server_;
    MessageCount& messages_;
    asio::steady_timer pause_;
    tcp::acceptor acceptor_;
};

const Registration registration(describe_asio<TcpWire, Acceptor>("cpp/asio-tcp",
                                                                 "TCP with Asio's asynchronous operations",
                                                                 Transport::tcp));

}  // namespace
