#include "serving.hpp"

#include <boost/asio.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>

#include <chrono>
#include <cstring>
#include <optional>
#include <string>
#include <utility>

#include "kit/echo_buffer.hpp"
#include "kit/sockets.hpp"

namespace pingmark {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using asio::ip::tcp;
using Error = boost::system::error_code;

/// A connection: it reads a request, answers it, and ends itself when the connection does.
class Session {
public:
    Session(Server& server, MessageCount& messages, tcp::socket socket)
        : socket_(std::move(socket)), server_(server), echo_(server, messages, socket_.native_handle()) {}

    void read() {
        request_.emplace();
        request_->body_limit(max_stream_message_bytes);
        http::async_read(socket_, buffer_, *request_, [this](Error error, std::size_t) {
            if (error == http::error::body_limit) {
                refuse_length();
            } else if (error) {
                delete this;
            } else {
                answer();
            }
        });
    }

private:
    void answer() {
        const std::string& body = request_->get().body();
        std::memcpy(echo_.space(), body.data(), body.size());
        echo_.received(body.size());
        if (!echo_.has_unsent()) {
            write(echo_.is_broken() ? http::status::forbidden : http::status::bad_request);
            return;
        }
        is_greeted_ = true;
        write(http::status::ok);
    }

    /// What the request's head says is too much, or more than that has come.
    void refuse_length() {
        if (is_greeted_) {
            server_.count_bad_frame();
        } else {
            server_.count_rejected();
        }
        server_.remember_stranger(socket_.native_handle());
        write(http::status::payload_too_large);
    }

    void write(http::status status) {
        const unsigned version = request_->get().version();
        response_ = http::response<http::span_body<const char>>(status, version);
        response_.keep_alive(status == http::status::ok && request_->get().keep_alive());
        response_.body() = {echo_.unsent(), echo_.unsent_bytes()};
        response_.prepare_payload();
        http::async_write(socket_, response_, [this](Error error, std::size_t) {
            if (error || !response_.keep_alive()) {
                delete this;
            } else {
                echo_.sent(echo_.unsent_bytes());
                read();
            }
        });
    }

    tcp::socket socket_;
    Server& server_;
    EchoBuffer echo_;
    beast::flat_buffer buffer_;
    std::optional<http::request_parser<http::string_body>> request_;
    http::response<http::span_body<const char>> response_;
    bool is_greeted_ = false;
};

/// Takes connections for ever.
class Acceptor {
public:
    Acceptor(asio::io_context& io, Server& server, MessageCount& messages)
        : server_(server),
          messages_(messages),
          pause_(io),
          acceptor_(io, Address::of_local_end(server.fd()).family() == AF_INET6 ? tcp::v6() : tcp::v4(), server.fd()) {}

    void accept() {
        acceptor_.async_accept([this](Error error, tcp::socket socket) {
            if (!error) {
                (new Session(server_, messages_, std::move(socket)))->read();
                accept();
            } else {
                server_.no_room("accept", error.value());
                accept_later();
            }
        });
    }

private:
    void accept_later() {
        pause_.expires_after(std::chrono::nanoseconds(server_.rest_ns()));
        pause_.async_wait([this](Error) { accept(); });
    }

    Server& server_;
    MessageCount& messages_;
    asio::steady_timer pause_;
    tcp::acceptor acceptor_;
};

}  // namespace

void serve_http(Server& server) {
    constexpr int one_thread = 1;
    MessageCount messages(server);
    asio::io_context io(one_thread);
    Acceptor acceptor(io, server, messages);
    acceptor.accept();
    io.run();
}

}  // namespace pingmark
