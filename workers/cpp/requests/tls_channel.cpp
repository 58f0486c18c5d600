#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>

#include <map>
#include <string>

#include "kit/failure.hpp"
#include "requests/channel.hpp"
#include "shared/tls.hpp"

namespace pingmark {

namespace {

constexpr unsigned char http1_only[] = "\x08http/1.1";
constexpr unsigned char http2_only[] = "\x02h2";

OwnedTls<SSL_CTX> make_context(const StackOptions& options) {
    OwnedTls<SSL_CTX> context = new_context(TLS_client_method(), TLS1_2_VERSION);
    if (options.text("path")) {
        const unsigned char* const protocols = options.flag("http2") ? http2_only : http1_only;
        const auto bytes = static_cast<unsigned>(1 + protocols[0]);
        if (SSL_CTX_set_alpn_protos(context.get(), protocols, bytes) != 0)
            throw Failure("SSL_CTX_set_alpn_protos: " + tls_error());
    }
    if (options.flag("insecure")) return context;
    SSL_CTX_set_verify(context.get(), SSL_VERIFY_PEER, nullptr);
    if (const auto file = options.text("ca_file")) {
        if (SSL_CTX_load_verify_file(context.get(), file->c_str()) != 1)
            throw Unsupported("ca_file " + *file + " has no certificates that can be read: " + tls_error());
    } else {
        require(SSL_CTX_set_default_verify_paths(context.get()), "SSL_CTX_set_default_verify_paths");
    }
    return context;
}

/// One for all connections with the same options.
SSL_CTX& context_for(const StackOptions& options) {
    static std::map<std::string, OwnedTls<SSL_CTX>> known;
    std::string key = options.text("ca_file").value_or("");
    for (const bool one : {options.flag("insecure"), options.flag("http2"), options.text("path").has_value()})
        key += one ? '1' : '0';
    OwnedTls<SSL_CTX>& context = known[key];
    if (!context) context = make_context(options);
    return *context;
}

class TlsChannel final : public Channel {
public:
    TlsChannel(int fd, const ConnectPlan& plan)
        : what_("connect " + plan.address.text() + ": "),
          name_(plan.stack_options.text("server_name").value_or(plan.address.host())),
          tls_(context_for(plan.stack_options), fd),
          needs_http2_(plan.stack_options.flag("http2")) {
        X509_VERIFY_PARAM* const rules = SSL_get0_param(tls_.get());
        if (X509_VERIFY_PARAM_set1_ip_asc(rules, name_.c_str()) == 1) return;
        ERR_clear_error();
        require(SSL_set1_host(tls_.get(), name_.c_str()), "SSL_set1_host");
        require(static_cast<int>(SSL_set_tlsext_host_name(tls_.get(), name_.c_str())), "SSL_set_tlsext_host_name");
    }

    Link::Begun begin() override {
        const Link::Begun begun = tls_.connect(what_, [&] { return problem(); });
        if (begun == Link::Begun::yes && needs_http2_) require_http2();
        return begun;
    }

    ssize_t receive(char* to, std::size_t room) override { return tls_.receive(to, room); }
    ssize_t send(const char* from, std::size_t n) override { return tls_.send(from, n); }
    bool holds_more() const override { return tls_.holds_more(); }

private:
    std::string problem() const {
        constexpr const char* trust = "name its issuer's file with --ca-file, or trust any certificate with --insecure";
        const long result = SSL_get_verify_result(tls_.get());
        switch (result) {
            case X509_V_OK:
                return ERR_GET_REASON(ERR_peek_error()) == SSL_R_WRONG_VERSION_NUMBER
                           ? reason("the peer's answer is not of TLS", "does the server encrypt at this port?")
                           : tls_error();
            case X509_V_ERR_HOSTNAME_MISMATCH:
            case X509_V_ERR_IP_ADDRESS_MISMATCH:
                return reason("the server's certificate is not for " + name_,
                              "name whom it is for with --server-name, or trust any certificate with --insecure");
            case X509_V_ERR_CERT_HAS_EXPIRED:
                return reason("the server's certificate has expired",
                              "renew it, or trust any certificate with --insecure");
            case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
                return reason("the server's certificate is self-signed, and not trusted here", trust);
            case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
            case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
            case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
            case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
                return reason("the issuer of the server's certificate is not trusted here", trust);
            default:
                return reason(std::string("the server's certificate: ") + X509_verify_cert_error_string(result), trust);
        }
    }

    static std::string reason(const std::string& what, const char* remedy) {
        ERR_clear_error();
        return what + "; " + remedy;
    }

    void require_http2() const {
        const unsigned char* chosen = nullptr;
        unsigned bytes = 0;
        SSL_get0_alpn_selected(tls_.get(), &chosen, &bytes);
        if (std::string(reinterpret_cast<const char*>(chosen), bytes) != "h2")
            throw Failure(what_ + "the server does not choose HTTP/2 (h2 by ALPN); leave out --http2");
    }

    std::string what_;
    std::string name_;
    Tls tls_;
    bool needs_http2_;
};

}  // namespace

std::vector<StackOption> tls_options() {
    constexpr auto client = StackOption::Role::client;
    return {
        StackOption::flag("tls", "TLS over the connection", false, client),
        StackOption::text("server_name", "TLS: whom the server's certificate must be for; absent: its address", client),
        StackOption::text("ca_file", "TLS: a file of trusted certificates; absent: the system's", client),
        StackOption::flag("insecure", "TLS: trust any certificate", false, client),
    };
}

void prepare_tls(const StackOptions& options) { context_for(options); }

std::unique_ptr<Channel> open_tls(int fd, const ConnectPlan& plan) { return std::make_unique<TlsChannel>(fd, plan); }

}  // namespace pingmark
