#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "kit/options.hpp"

namespace pingmark {

/// The status codes of right answers.
struct StatusRange {
    unsigned least = 200;
    unsigned most = 299;

    bool has(unsigned status) const { return status >= least && status <= most; }
    std::string refusal_of(unsigned status) const;
};

/// A request of HTTP.
struct HttpQuestion {
    std::string method;
    std::string path;
    std::string host;
    std::vector<std::pair<std::string, std::string>> headers;
    std::string body;
    StatusRange expected;
    bool is_http2 = false;

    /// Its bytes in HTTP/1.1.
    std::string http1() const;
    /// The value of the first header of this name, in any case; null: there is none.
    const std::string* header(const char* name) const;
    /// Whether servers need to be told the body's length.
    bool tells_length() const;
};

/// A text to send, and the one to expect.
struct TextQuestion {
    std::string send;
    std::string expect;
};

using Question = std::variant<HttpQuestion, TextQuestion>;

/// A stack's options for questions. Texts that may have any bytes are in hex digits.
std::vector<StackOption> question_options();

/// Throws `Unsupported` for options that contradict each other.
Question question_of(const StackOptions& options);

/// At most 60 bytes, as a text of C.
std::string quoted(const char* from, const char* to);

}  // namespace pingmark
