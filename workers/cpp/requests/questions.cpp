#include "requests/questions.hpp"

#include <strings.h>

#include <cstdint>
#include <cstdio>

#include "kit/failure.hpp"

namespace pingmark {

namespace {

std::string of_hex(const StackOptions& options, const char* name) {
    const std::string hex = options.text(name).value_or("");
    if (hex.size() % 2 != 0 || hex.find_first_not_of("0123456789abcdef") != std::string::npos)
        throw Unsupported(std::string(name) + " must be an even number of hex digits, in lower case");
    std::string bytes;
    bytes.reserve(hex.size() / 2);
    const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
    for (std::size_t i = 0; i < hex.size(); i += 2)
        bytes.push_back(static_cast<char>(digit(hex[i]) << 4 | digit(hex[i + 1])));
    return bytes;
}

/// Lines of `Name: value`.
std::vector<std::pair<std::string, std::string>> headers_of(const std::string& lines) {
    std::vector<std::pair<std::string, std::string>> headers;
    for (std::size_t at = 0; at < lines.size();) {
        const std::size_t end = std::min(lines.find('\n', at), lines.size());
        const std::string line = lines.substr(at, end - at);
        const std::size_t colon = line.find(':');
        if (colon == std::string::npos || colon == 0 || line.find('\r') != std::string::npos)
            throw Unsupported("headers: \"" + line + "\" is not NAME: VALUE");
        const std::size_t value = line.find_first_not_of(' ', colon + 1);
        headers.emplace_back(line.substr(0, colon), value == std::string::npos ? "" : line.substr(value));
        at = end + 1;
    }
    return headers;
}

}  // namespace

std::string StatusRange::refusal_of(unsigned status) const {
    const std::string range = std::to_string(least) + (most == least ? "" : "-" + std::to_string(most));
    return "the server answered with status " + std::to_string(status) + ", and " + range +
           " is expected (--expect-status)";
}

const std::string* HttpQuestion::header(const char* name) const {
    for (const auto& [field, value] : headers) {
        if (strcasecmp(field.c_str(), name) == 0) return &value;
    }
    return nullptr;
}

bool HttpQuestion::tells_length() const {
    return (!body.empty() || method == "POST" || method == "PUT" || method == "PATCH") &&
           header("content-length") == nullptr;
}

std::string HttpQuestion::http1() const {
    std::string request = method + " " + path + " HTTP/1.1\r\n";
    if (header("host") == nullptr) request += "Host: " + host + "\r\n";
    for (const auto& [name, value] : headers) request += name + ": " + value + "\r\n";
    if (tells_length()) request += "Content-Length: " + std::to_string(body.size()) + "\r\n";
    return request + "\r\n" + body;
}

std::vector<StackOption> question_options() {
    constexpr auto client = StackOption::Role::client;
    return {
        StackOption::text("path", "HTTP: what is asked for, with its query", client),
        StackOption::text("method", "HTTP: the request's method; absent: GET, or POST with a body", client),
        StackOption::text("host", "HTTP: the server's name, with its port where it is no usual one", client),
        StackOption::text("headers", "HTTP: lines of NAME: VALUE", client),
        StackOption::text("body", "HTTP: the request's body in hex digits", client),
        StackOption::number("expect_status_from", "HTTP: the least status of a right answer", 200, 200, 999, client),
        StackOption::number("expect_status_to", "HTTP: the largest status of a right answer", 299, 200, 999, client),
        StackOption::flag("http2", "HTTP/2 in place of HTTP/1.1", false, client),
        StackOption::text("send", "in place of HTTP: the bytes of each request in hex digits", client),
        StackOption::text("expect", "the bytes of each answer to it in hex digits", client),
    };
}

Question question_of(const StackOptions& options) {
    if (options.text("send") || options.text("expect")) {
        TextQuestion question{of_hex(options, "send"), of_hex(options, "expect")};
        if (question.send.empty() || question.expect.empty())
            throw Unsupported("send and expect need each other, and a byte at least");
        if (options.text("path")) throw Unsupported("path is for HTTP, and send is not");
        return question;
    }
    HttpQuestion question;
    question.path = options.text("path").value_or("");
    question.host = options.text("host").value_or("");
    if (question.path.empty() || question.host.empty()) throw Unsupported("HTTP needs path and host");
    question.body = of_hex(options, "body");
    question.method = options.text("method").value_or(question.body.empty() ? "GET" : "POST");
    question.headers = headers_of(options.text("headers").value_or(""));
    question.expected.least = static_cast<unsigned>(options.number("expect_status_from", 0));
    question.expected.most = static_cast<unsigned>(options.number("expect_status_to", 0));
    question.is_http2 = options.flag("http2");
    for (const std::string& part : {question.method, question.path, question.host}) {
        if (part.find_first_of(" \r\n") != std::string::npos)
            throw Unsupported("\"" + part + "\" has a space or the end of a line in it");
    }
    return question;
}

std::string quoted(const char* from, const char* to) {
    constexpr std::ptrdiff_t most = 60;
    std::string text = "\"";
    for (const char* at = from; at < to && at < from + most; ++at) {
        const auto byte = static_cast<unsigned char>(*at);
        char escaped[5];
        switch (byte) {
            case '\r':
                text += "\\r";
                break;
            case '\n':
                text += "\\n";
                break;
            case '"':
            case '\\':
                (text += '\\') += *at;
                break;
            default:
                if (byte >= ' ' && byte < 0x7f) {
                    text += *at;
                } else {
                    std::snprintf(escaped, sizeof escaped, "\\x%02x", byte);
                    text += escaped;
                }
        }
    }
    return text + (to - from > most ? "\" ..." : "\"");
}

}  // namespace pingmark
