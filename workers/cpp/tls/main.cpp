#include <openssl/crypto.h>

#include "kit/worker.hpp"

int main() { pingmark::run_worker("cpp/tls", {OpenSSL_version(OPENSSL_VERSION)}); }
