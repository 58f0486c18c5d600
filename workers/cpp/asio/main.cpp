#include <asio/version.hpp>

#include <string>

#include "kit/worker.hpp"

int main() {
    const std::string version = std::to_string(ASIO_VERSION / 100'000) + "." +
                                std::to_string(ASIO_VERSION / 100 % 1'000) + "." + std::to_string(ASIO_VERSION % 100);
    pingmark::run_worker("cpp/asio", {"Asio " + version});
}
