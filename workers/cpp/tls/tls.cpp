// TLS over TCP with OpenSSL, and the event loop of loops/epoll.hpp.

#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <sys/types.h>

#include <cerrno>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "kit/connector.hpp"
#include "kit/failure.hpp"
#include "kit/worker.hpp"
#include "loops/epoll.hpp"
#include "shared/tls.hpp"

namespace {

using namespace pingmark;

/// The SHA-256 of a certificate, in hex digits.
std::string fingerprint_of(X509& certificate) {
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned int bytes = 0;
    require(X509_digest(&certificate, EVP_sha256(), digest, &bytes), "X509_digest");
    return to_hex(digest, bytes);
}

OwnedTls<X509> sign_itself(EVP_PKEY& key) {
    constexpr long day_s = 24 * 60 * 60;
    constexpr long version_3 = 2;
    OwnedTls<X509> certificate = owned(X509_new(), "X509_new");
    X509* const it = certificate.get();
    require(X509_set_version(it, version_3), "X509_set_version");
    require(ASN1_INTEGER_set(X509_get_serialNumber(it), 1), "X509_get_serialNumber");
    // Clocks of two machines differ.
    X509_gmtime_adj(X509_getm_notBefore(it), -day_s);
    X509_gmtime_adj(X509_getm_notAfter(it), 30 * day_s);
    require(X509_set_pubkey(it, &key), "X509_set_pubkey");
    X509_NAME* const name = X509_get_subject_name(it);
    const auto* const common = reinterpret_cast<const unsigned char*>("pingmark");
    require(X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, common, -1, -1, 0), "X509_NAME_add_entry_by_txt");
    require(X509_set_issuer_name(it, name), "X509_set_issuer_name");
    require(X509_sign(it, &key, EVP_sha256()), "X509_sign");
    return certificate;
}

struct Identity {
    OwnedTls<SSL_CTX> context = new_context(TLS_server_method(), TLS1_3_VERSION);
    std::string fingerprint;

    Identity() {
        const OwnedTls<EVP_PKEY> key = owned(EVP_EC_gen("P-256"), "EVP_EC_gen");
        const OwnedTls<X509> certificate = sign_itself(*key);
        require(SSL_CTX_use_certificate(context.get(), certificate.get()), "SSL_CTX_use_certificate");
        require(SSL_CTX_use_PrivateKey(context.get(), key.get()), "SSL_CTX_use_PrivateKey");
        // Nobody resumes a session.
        SSL_CTX_set_num_tickets(context.get(), 0);
        fingerprint = fingerprint_of(*certificate);
    }
};

Identity& identity() {
    static Identity once;
    return once;
}

SSL_CTX& server_context() { return *identity().context; }

std::string server_fingerprint() { return identity().fingerprint; }

SSL_CTX& client_context() {
    static const OwnedTls<SSL_CTX> context = new_context(TLS_client_method(), TLS1_3_VERSION);
    return *context;
}

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
        const Begun begun = tls_.connect(what_, tls_error);
        if (begun == Begun::yes) require_certificate();
        return begun;
    }

    ssize_t receive(char* to, std::size_t room) override { return tls_.receive(to, room); }
    ssize_t send(const char* from, std::size_t n) override {
        const ssize_t sent = tls_.send(from, n);
        if (sent != 0) return sent;
        errno = EPIPE;  // the peer has ended the session
        return -1;
    }
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

std::unique_ptr<Link> open_link(int fd, const ConnectPlan& plan) { return std::make_unique<TlsLink>(fd, plan); }

Stack describe() {
    Stack stack = describe_epoll(
        "cpp/tls", "TLS 1.3 over TCP with OpenSSL, an event loop in one thread, level-triggered epoll", Transport::tls);
    stack.open_link = open_link;
    stack.certificate = server_fingerprint;
    stack.one_way = false;
    stack.ticks = false;
    stack.serve = serve_epoll<TlsStream>;
    stack.make_loop = make_loop<EpollLoop<LinkCalls<TlsLink>>>;
    return stack;
}

const Registration registration(describe());

}  // namespace

int main() { pingmark::run_worker("cpp/tls", {OpenSSL_version(OPENSSL_VERSION)}); }
