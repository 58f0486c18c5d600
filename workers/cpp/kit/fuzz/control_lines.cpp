// Fuzzes the lines of a worker's stdin. Frames and answers are fuzzed by tests/hostile.

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "kit/failure.hpp"
#include "kit/lines.hpp"
#include "kit/operations.hpp"
#include "kit/options.hpp"
#include "kit/request.hpp"
#include "kit/sockets.hpp"

namespace {

using namespace pingmark;

std::vector<std::string> lines_of(const std::string& text, std::size_t piece) {
    std::vector<std::string> lines;
    LineSplitter splitter;
    for (std::size_t at = 0; at < text.size(); at += piece) {
        const std::size_t n = std::min(piece, text.size() - at);
        splitter.add(text.data() + at, n, [&](std::string line) { lines.push_back(std::move(line)); });
    }
    return lines;
}

/// Reads every kind of field. Requests have to refuse what is wrong.
void carry_out(const std::string& line) {
    try {
        Request request(line);
        Reply reply;
        if (request.op() == "hello") reply = hello(request, "cpp/fuzz", {"none"});
        if (request.op() == "describe") reply = describe(request);
        if (request.op() == "vector") reply = vector(request);
        if (request.op() == "listen" || request.op() == "connect") {
            const auto port = static_cast<std::uint16_t>(request.integer("port", 0, 65'535));
            const Address address = Address::parse(request.text("address"), port);
            reply = {{"address", address.text()}, {"wildcard", address.is_wildcard()}};
            request.flag("plain", false);
            SocketOptions::take(request, Transport::tcp);
            const std::vector<StackOption> options{StackOption::number("tick_rate_hz", "", 60, 1, 1'000)};
            StackOptions::take(request, options, StackOption::Role::server);
            request.integer_or("lost_after_ns", 1, 0, Request::no_limit);
            request.refuse_unknown_fields();
        }
        reply["id"] = request.id();
        reply.dump(-1, ' ', false, Reply::error_handler_t::replace);
    } catch (const Failure&) {
        return;
    } catch (const Unsupported&) {
        return;
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    // The first byte decides in which pieces the others arrive.
    const std::size_t piece = 1 + (size > 0 ? data[0] : 0u);
    const std::string text = std::string(data + (size > 0 ? 1 : 0), data + size) + "\n";
    const std::vector<std::string> lines = lines_of(text, piece);
    if (lines != lines_of(text, text.size())) std::abort();
    for (const std::string& line : lines) carry_out(line);
    return 0;
}
