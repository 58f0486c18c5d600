#pragma once

#include <cstring>
#include <stdexcept>
#include <string>

namespace pingmark {

/// Answered with status `error`: it should have worked and did not.
struct Failure : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Answered with status `unsupported`: this worker cannot do that, and never will.
struct Unsupported : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// "connect 127.0.0.1:9: Connection refused"
inline std::string describe_error(const std::string& what, int error) { return what + ": " + std::strerror(error); }

}  // namespace pingmark
