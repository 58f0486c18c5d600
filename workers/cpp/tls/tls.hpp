#pragma once

#include <openssl/ssl.h>
#include <sys/types.h>

#include <cstddef>
#include <memory>
#include <string>

namespace pingmark {

struct FreeTls {
    void operator()(SSL* tls) const { SSL_free(tls); }
    void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
    void operator()(X509* certificate) const { X509_free(certificate); }
    void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
};

template <class T>
using OwnedTls = std::unique_ptr<T, FreeTls>;

/// What OpenSSL says, and forgets with that.
std::string tls_error();

/// The SHA-256 of a certificate, in hex digits.
std::string fingerprint_of(X509& certificate);

/// A server's context, with a certificate that it signs itself, lives in memory, and ends with the process.
SSL_CTX& server_context();
std::string server_fingerprint();
SSL_CTX& client_context();

/// TLS 1.3 on a socket that does not block.
class Tls {
public:
    Tls(SSL_CTX& context, int fd);

    SSL* get() const { return tls_.get(); }

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
    [[gnu::cold]] ssize_t failed(int done) const;

    OwnedTls<SSL> tls_;
};

}  // namespace pingmark
