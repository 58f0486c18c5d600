// TCP with Asio in C++20's coroutines: a server's connection is a loop that awaits. The client is that of asio-tcp.

#include <asio.hpp>

#include <chrono>
#include <utility>

#include "asio_stack.hpp"
#include "kit/echo_buffer.hpp"

namespace {

using namespace pingmark;
using asio::ip::tcp;

/// A server's coroutines: one that accepts, and one for each connection.
class Coroutines {
public:
    Coroutines(asio::io_context& io, Server& server, MessageCount& messages)
        : io_(io), server_(server), messages_(messages) {}

    void begin() { asio::co_spawn(io_, accept(), asio::detached); }

private:
    asio::awaitable<void> accept() {
        tcp::acceptor acceptor(io_, TcpWire::protocol_of(server_.fd()), server_.fd());
        asio::steady_timer pause(io_);
        for (;;) {
            std::error_code error;
            tcp::socket socket = co_await acceptor.async_accept(asio::redirect_error(asio::use_awaitable, error));
            if (!error) {
                asio::co_spawn(io_, echo(std::move(socket)), asio::detached);
                continue;
            }
            server_.no_room("accept", error.value());
            pause.expires_after(std::chrono::nanoseconds(server_.rest_ns()));
            co_await pause.async_wait(asio::use_awaitable);
        }
    }

    asio::awaitable<void> echo(tcp::socket socket) {
        EchoBuffer buffer(server_, messages_, socket.native_handle());
        std::error_code error;
        const auto awaited = [&error] { return asio::redirect_error(asio::use_awaitable, error); };
        while (!buffer.is_broken()) {
            const auto room = asio::buffer(buffer.space(), buffer.room());
            const std::size_t received = co_await socket.async_read_some(room, awaited());
            if (error) co_return;
            buffer.received(received);
            while (buffer.has_unsent()) {
                const auto unsent = asio::buffer(buffer.unsent(), buffer.unsent_bytes());
                const std::size_t sent = co_await socket.async_write_some(unsent, awaited());
                if (error) co_return;
                buffer.sent(sent);
            }
        }
    }

    asio::io_context& io_;
    Server& server_;
    MessageCount& messages_;
};

const Registration registration(describe_asio<TcpWire, Coroutines>(
    "cpp/asio-coroutines-tcp", "TCP with Asio in C++20's coroutines at the server; its client is that of asio-tcp",
    Transport::tcp));

}  // namespace
