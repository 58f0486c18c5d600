#include "tls.hpp"

#include <openssl/err.h>
#include <openssl/x509.h>

#include <cerrno>

#include "kit/failure.hpp"

namespace pingmark {

namespace {

template <class T>
OwnedTls<T> owned(T* made, const char* what) {
    if (made == nullptr) throw Failure(std::string(what) + ": " + tls_error());
    return OwnedTls<T>(made);
}

void require(int done, const char* what) {
    if (done <= 0) throw Failure(std::string(what) + ": " + tls_error());
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

OwnedTls<SSL_CTX> new_context(const SSL_METHOD* method) {
    OwnedTls<SSL_CTX> context = owned(SSL_CTX_new(method), "SSL_CTX_new");
    require(SSL_CTX_set_min_proto_version(context.get(), TLS1_3_VERSION), "SSL_CTX_set_min_proto_version");
    SSL_CTX_set_mode(context.get(), SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    // A peer that just goes has ended its connection.
    SSL_CTX_set_options(context.get(), SSL_OP_IGNORE_UNEXPECTED_EOF);
    // One receive call for a record, and not one for its header and another.
    SSL_CTX_set_read_ahead(context.get(), 1);
    return context;
}

struct Identity {
    OwnedTls<SSL_CTX> context = new_context(TLS_server_method());
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

}  // namespace

std::string tls_error() {
    char text[256];
    ERR_error_string_n(ERR_get_error(), text, sizeof text);
    ERR_clear_error();
    return text;
}

std::string fingerprint_of(X509& certificate) {
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned int bytes = 0;
    require(X509_digest(&certificate, EVP_sha256(), digest, &bytes), "X509_digest");
    constexpr char digits[] = "0123456789abcdef";
    std::string hex;
    for (unsigned int i = 0; i < bytes; ++i) {
        hex += digits[digest[i] >> 4];
        hex += digits[digest[i] & 15];
    }
    return hex;
}

SSL_CTX& server_context() { return *identity().context; }

std::string server_fingerprint() { return identity().fingerprint; }

SSL_CTX& client_context() {
    static const OwnedTls<SSL_CTX> context = new_context(TLS_client_method());
    return *context;
}

Tls::Tls(SSL_CTX& context, int fd) : tls_(owned(SSL_new(&context), "SSL_new")) {
    require(SSL_set_fd(tls_.get(), fd), "SSL_set_fd");
}

ssize_t Tls::failed(int done) const {
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

}  // namespace pingmark
