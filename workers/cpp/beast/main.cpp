#include <boost/version.hpp>

#include <string>

#include "kit/worker.hpp"

int main() {
    const std::string version = std::to_string(BOOST_VERSION / 100'000) + "." +
                                std::to_string(BOOST_VERSION / 100 % 1'000) + "." + std::to_string(BOOST_VERSION % 100);
    pingmark::run_worker("cpp/beast", {"Boost.Beast " + version});
}
