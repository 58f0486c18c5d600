// TLS over TCP with OpenSSL, and the event loop of loops/epoll.hpp.

#include <openssl/ssl.h>

#include <cerrno>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "kit/link.hpp"
#include "loops/epoll.hpp"
#include "tls.hpp"

namespace {

using namespace pingmark;

/// A server's connection. Its handshake is a part of the first receives.
class TlsStream {
public:
    using State = EchoStream::State;

    TlsStream(Server& server, MessageCount& messages, Socket socket)
        : socket_(std::move(socket)), tls_(server_context(), fd()), buffer_(server, messages, fd()) {
        SSL_set_accept_state(tls_.get());
    }

    int fd() const { return socket_.fd(); }
    bool has_unsent() const { return buffer_.has_unsent(); }

    /// Sends what is unsent, then receives as long as there is something that the socket does not tell of.
    State ready() {
        State state = flush();
        while (state == State::open && !has_unsent()) {
            const ssize_t n = tls_.receive(buffer_.space(), buffer_.room());
            if (n < 0 && (errno == EAGAIN || errno == EINTR)) break;
            if (n <= 0) return State::closed;
            buffer_.received(static_cast<std::size_t>(n));
            state = flush();
            if (!tls_.holds_more()) break;
        }
        return state;
    }

private:
    State flush() {
        while (buffer_.has_unsent()) {
            const ssize_t n = tls_.send(buffer_.unsent(), buffer_.unsent_bytes());
            if (n <= 0) return n < 0 && errno == EAGAIN ? State::blocked : State::closed;
            buffer_.sent(static_cast<std::size_t>(n));
        }
        return buffer_.is_broken() ? State::closed : State::open;
    }

    Socket socket_;
    Tls tls_;
    EchoBuffer buffer_;
};

/// A client's connection.
class TlsLink final : public Link {
public:
    TlsLink(int fd, const ConnectPlan& plan)
        : what_("connect " + plan.address.text() + ": "), certificate_(plan.certificate), tls_(client_context(), fd) {}

    Begun begin() override {
        const int done = SSL_connect(tls_.get());
        if (done == 1) {
            require_certificate();
            return Begun::yes;
        }
        switch (SSL_get_error(tls_.get(), done)) {
            case SSL_ERROR_WANT_READ:
                return Begun::wants_to_receive;
            case SSL_ERROR_WANT_WRITE:
                return Begun::wants_to_send;
            case SSL_ERROR_ZERO_RETURN:
                throw Failure(what_ + "closed by the peer in the handshake of TLS");
            default:
                throw Failure(what_ + tls_error());
        }
    }

    ssize_t receive(char* to, std::size_t room) override { return tls_.receive(to, room); }
    ssize_t send(const char* from, std::size_t n) override { return tls_.send(from, n); }
    bool holds_more() const { return tls_.holds_more(); }

private:
    /// It is made anew for each run, and signs itself: the run tells which one it is.
    void require_certificate() const {
        if (!certificate_) return;
        const OwnedTls<X509> shown(SSL_get1_peer_certificate(tls_.get()));
        const std::string fingerprint = shown ? fingerprint_of(*shown) : "none";
        if (fingerprint == *certificate_) return;
        throw Failure(what_ + "the server shows another certificate than the expected one (SHA-256 " + fingerprint +
                      ", expected " + *certificate_ + ")");
    }

    std::string what_;
    std::optional<std::string> certificate_;
    Tls tls_;
};

struct TlsCalls {
    static TlsLink& link(const Connection& connection) { return static_cast<TlsLink&>(*connection.link()); }

    static ssize_t receive(Connection& connection) {
        return link(connection).receive(connection.inbox.space(), connection.inbox.room());
    }
    static void send(Lane& lane, Connection& connection) {
        send_stream_by(lane, connection, [&to = link(connection)](const char* data, std::size_t n) {
            const ssize_t sent = to.send(data, n);
            if (sent != 0) return sent;
            errno = EPIPE;  // the peer has ended the session
            return ssize_t{-1};
        });
    }
    static bool holds_more(const Connection& connection) { return link(connection).holds_more(); }
};

std::unique_ptr<Link> open_link(int fd, const ConnectPlan& plan) { return std::make_unique<TlsLink>(fd, plan); }

Stack describe() {
    Stack stack = describe_epoll(
        "cpp/tls", "TLS 1.3 over TCP with OpenSSL, an event loop in one thread, level-triggered epoll", Transport::tls);
    stack.open_link = open_link;
    stack.certificate = server_fingerprint;
    stack.one_way = false;
    stack.ticks = false;
    stack.serve = serve_epoll<TlsStream>;
    stack.make_loop = make_loop<EpollLoop<TlsCalls>>;
    return stack;
}

const Registration registration(describe());

}  // namespace
