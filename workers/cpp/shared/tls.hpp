#pragma once

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <sys/types.h>

#include <cerrno>
#include <cstddef>
#include <memory>
#include <string>

#include "kit/connector.hpp"
#include "kit/failure.hpp"

// OpenSSL over sockets that do not block.

namespace pingmark {

struct FreeTls {
    void operator()(SSL* tls) const { SSL_free(tls); }
    void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
    void operator()(X509* certificate) const { X509_free(certificate); }
    void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
};

template <class T>
using OwnedTls = std::unique_ptr<T, FreeTls>;

/// Returns and clears OpenSSL's last error.
inline std::string tls_error() {
    char text[256];
    ERR_error_string_n(ERR_get_error(), text, sizeof text);
    ERR_clear_error();
    return text;
}

template <class T>
OwnedTls<T> owned(T* made, const char* what) {
    if (made == nullptr) throw Failure(std::string(what) + ": " + tls_error());
    return OwnedTls<T>(made);
}

inline void require(int done, const char* what) {
    if (done <= 0) throw Failure(std::string(what) + ": " + tls_error());
}

inline OwnedTls<SSL_CTX> new_context(const SSL_METHOD* method, int least_version) {
    OwnedTls<SSL_CTX> context = owned(SSL_CTX_new(method), "SSL_CTX_new");
    require(SSL_CTX_set_min_proto_version(context.get(), least_version), "SSL_CTX_set_min_proto_version");
    SSL_CTX_set_mode(context.get(), SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    // A peer that just goes has ended its connection.
    SSL_CTX_set_options(context.get(), SSL_OP_IGNORE_UNEXPECTED_EOF);
    // One receive call for a record, and not one for its header and another.
    SSL_CTX_set_read_ahead(context.get(), 1);
    return context;
}

class Tls {
public:
    Tls(SSL_CTX& context, int fd) : tls_(owned(SSL_new(&context), "SSL_new")) {
        require(SSL_set_fd(tls_.get(), fd), "SSL_set_fd");
    }

    SSL* get() const { return tls_.get(); }

    /// A client's handshake, as `Link::begin`. `problem()` explains OpenSSL's error.
    template <class Problem>
    Link::Begun connect(const std::string& what, Problem&& problem) {
        const int done = SSL_connect(tls_.get());
        if (done == 1) return Link::Begun::yes;
        switch (SSL_get_error(tls_.get(), done)) {
            case SSL_ERROR_WANT_READ:
                return Link::Begun::wants_to_receive;
            case SSL_ERROR_WANT_WRITE:
                return Link::Begun::wants_to_send;
            case SSL_ERROR_ZERO_RETURN:
                throw Failure(what + "closed by the peer in the handshake of TLS");
            case SSL_ERROR_SYSCALL:
                throw Failure(what + "the peer ended the connection in the handshake of TLS");
            default:
                throw Failure(what + problem());
        }
    }

    /// As recv and send do, errno included.
    ssize_t receive(char* to, std::size_t room) {
        std::size_t n = 0;
        const int done = SSL_read_ex(tls_.get(), to, room, &n);
        return done == 1 ? static_cast<ssize_t>(n) : failed(done);
    }
    ssize_t send(const char* from, std::size_t bytes) {
        std::size_t n = 0;
        const int done = SSL_write_ex(tls_.get(), from, bytes, &n);
        return done == 1 ? static_cast<ssize_t>(n) : failed(done);
    }

    /// It has received more than it handed over, which the socket does not know of.
    bool holds_more() const { return SSL_has_pending(tls_.get()) == 1; }

private:
    [[gnu::cold]] ssize_t failed(int done) const {
        switch (SSL_get_error(tls_.get(), done)) {
            case SSL_ERROR_WANT_READ:
            case SSL_ERROR_WANT_WRITE:
                errno = EAGAIN;
                return -1;
            case SSL_ERROR_ZERO_RETURN:
                return 0;
            case SSL_ERROR_SYSCALL:
                return errno == 0 ? 0 : -1;
            default:
                ERR_clear_error();
                errno = EPROTO;
                return -1;
        }
    }

    OwnedTls<SSL> tls_;
};

}  // namespace pingmark
