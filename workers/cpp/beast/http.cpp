// HTTP/1.1 with Boost.Beast. The server uses its asynchronous reads and writes; the client has the event loop of
// loops/epoll.hpp and Beast's parser, and is the reference client of HTTP.

#include <sys/socket.h>
#include <boost/asio.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <boost/version.hpp>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "kit/buffers.hpp"
#include "kit/connector.hpp"
#include "kit/echo_buffer.hpp"
#include "kit/sockets.hpp"
#include "kit/wire.hpp"
#include "kit/worker.hpp"
#include "loops/epoll.hpp"
#include "shared/responses.hpp"

namespace {

using namespace pingmark;

/// Turns a stream's messages into requests, each the body of a POST. Memory is allocated once. The stream's bytes count
/// as sent when the socket has taken all of their requests.
class Requests {
public:
    explicit Requests(const std::string& host)
        : head_("POST / HTTP/1.1\r\nHost: " + host + "\r\nContent-Length: "),
          capacity_(head_.size() + most_after_head + 2 * max_stream_message_bytes),
          bytes_(new char[capacity_]) {}

    const char* unsent() const { return bytes_.get() + begin_; }
    std::size_t unsent_bytes() const { return end_ - begin_; }

    /// The socket has taken `n` bytes. Returns how many of the stream's bytes are sent by that.
    std::size_t sent(std::size_t n) {
        begin_ += n;
        if (begin_ < end_) return 0;
        begin_ = end_ = 0;
        return taken_;
    }

    /// Takes as much of the stream as there is room for, while nothing is unsent. A message may come in parts; the
    /// first contains its length.
    void take(const char* from, std::size_t n) {
        taken_ = 0;
        while (taken_ < n) {
            if (left_ == 0) {
                if (capacity_ - end_ <= head_.size() + most_after_head) return;
                left_ = length_bytes + load_u32(from + taken_);
                begin_request(left_);
            }
            const std::size_t part = std::min({left_, n - taken_, capacity_ - end_});
            if (part == 0) return;
            std::memcpy(bytes_.get() + end_, from + taken_, part);
            end_ += part;
            taken_ += part;
            left_ -= part;
        }
    }

private:
    /// Digits and the empty line.
    static constexpr std::size_t most_after_head = 24;

    void begin_request(std::size_t body_bytes) {
        std::memcpy(bytes_.get() + end_, head_.data(), head_.size());
        char* const digits = bytes_.get() + end_ + head_.size();
        char* const after = std::to_chars(digits, digits + most_after_head, body_bytes).ptr;
        std::memcpy(after, "\r\n\r\n", 4);
        end_ = static_cast<std::size_t>(after + 4 - bytes_.get());
    }

    std::string head_;
    std::size_t capacity_;
    std::unique_ptr<char[]> bytes_;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
    std::size_t taken_ = 0;  ///< bytes of the stream in these requests
    std::size_t left_ = 0;   ///< missing bytes of a message
};

/// The bodies of responses, the stream that comes back.
struct Bodies {
    char* to = nullptr;  ///< with room for all that arrives
    std::size_t bytes = 0;
    bool is_refused = false;

    void head(unsigned status) { is_refused = is_refused || status != 200; }
    void body(const char* from, std::size_t n) {
        if (is_refused) return;
        std::memcpy(to + bytes, from, n);
        bytes += n;
    }
    void ended(bool) {}
};

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using asio::ip::tcp;
using Error = boost::system::error_code;

/// A server's connection, which deletes itself at its end.
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

    /// The body is too long.
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

/// Accepts connections.
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

void serve_http(Server& server) {
    constexpr int one_thread = 1;
    MessageCount messages(server);
    asio::io_context io(one_thread);
    Acceptor acceptor(io, server, messages);
    acceptor.accept();
    io.run();
}

constexpr Transport http_transport{"http", true, true, false, false};

/// A client's connection: its stream consists of the bodies of requests and responses.
class HttpLink final : public Link {
public:
    HttpLink(int fd, const ConnectPlan& plan) : fd_(fd), requests_(plan.address.text()) {}

    Begun begin() override { return Begun::yes; }

    ssize_t receive(char* to, std::size_t room) override {
        // Bodies are shorter than responses, so there is room.
        for (;;) {
            const ssize_t n = recv(fd_, responses_.space(), std::min(room, responses_.room()), 0);
            if (n <= 0) return n;
            bodies_.to = to;
            bodies_.bytes = 0;
            const bool is_sound = responses_.arrived(static_cast<std::size_t>(n), bodies_);
            if (bodies_.bytes > 0) return static_cast<ssize_t>(bodies_.bytes);
            if (bodies_.is_refused) return 0;
            if (!is_sound) {
                errno = EPROTO;
                return -1;
            }
        }
    }

    ssize_t send(const char* from, std::size_t n) override {
        if (requests_.unsent_bytes() == 0) requests_.take(from, n);
        const ssize_t taken = ::send(fd_, requests_.unsent(), requests_.unsent_bytes(), MSG_NOSIGNAL);
        if (taken < 0) return taken;
        const std::size_t done = requests_.sent(static_cast<std::size_t>(taken));
        if (done > 0) return static_cast<ssize_t>(done);
        errno = EAGAIN;
        return -1;
    }

    bool holds_more() const { return false; }

private:
    int fd_;
    Requests requests_;
    Responses<Bodies> responses_;
    Bodies bodies_;
};

std::unique_ptr<Link> open_link(int fd, const ConnectPlan& plan) { return std::make_unique<HttpLink>(fd, plan); }

Stack describe() {
    Stack stack = describe_epoll("cpp/beast-http", "HTTP/1.1 with Boost.Beast: a message in the body of each request",
                                 http_transport);
    stack.threading = "server: one thread with an io_context; client: one thread, which waits in epoll_wait";
    stack.open_link = open_link;
    stack.needs_framing = true;
    stack.one_way = false;
    stack.ticks = false;
    stack.serve = serve_http;
    stack.make_loop = make_loop<EpollLoop<LinkCalls<HttpLink>>>;
    return stack;
}

const Registration registration(describe());

}  // namespace

int main() {
    const std::string version = std::to_string(BOOST_VERSION / 100'000) + "." +
                                std::to_string(BOOST_VERSION / 100 % 1'000) + "." + std::to_string(BOOST_VERSION % 100);
    run_worker("cpp/beast", {"Boost.Beast " + version});
}
