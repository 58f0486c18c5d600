#include "kit/socket_options.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <nlohmann/json.hpp>

#include <cerrno>

#include "kit/failure.hpp"

namespace pingmark {

namespace {

void set(int fd, int level, int option, const char* name, const void* value, socklen_t size) {
    if (setsockopt(fd, level, option, value, size) != 0) throw Unsupported(describe_error(name, errno));
}

int get(int fd, int level, int option, const char* name) {
    int value = 0;
    socklen_t size = sizeof value;
    if (getsockopt(fd, level, option, &value, &size) != 0) throw Failure(describe_error(name, errno));
    return value;
}

std::optional<int> take_size(Request& request, const char* name) {
    if (!request.has(name)) return std::nullopt;
    return static_cast<int>(request.integer(name, 1, std::numeric_limits<int>::max()));
}

}  // namespace

std::vector<std::string> SocketOptions::names(Transport transport) {
    if (!transport.is_tcp) return {"receive_buffer_bytes", "send_buffer_bytes"};
    return {"no_delay", "receive_buffer_bytes", "send_buffer_bytes", "congestion_control"};
}

SocketOptions SocketOptions::take(Request& request, Transport transport) {
    SocketOptions options;
    options.receive_buffer_bytes = take_size(request, "receive_buffer_bytes");
    options.send_buffer_bytes = take_size(request, "send_buffer_bytes");
    if (transport.is_tcp) {
        options.no_delay = request.flag("no_delay", true);
        if (request.has("congestion_control")) options.congestion_control = request.text("congestion_control");
    }
    return options;
}

void SocketOptions::apply(int fd) const {
    const auto set_int = [fd](int level, int option, const char* name, int value) {
        set(fd, level, option, name, &value, sizeof value);
    };
    if (no_delay) set_int(IPPROTO_TCP, TCP_NODELAY, "no_delay", *no_delay);
    if (receive_buffer_bytes) set_int(SOL_SOCKET, SO_RCVBUF, "receive_buffer_bytes", *receive_buffer_bytes);
    if (send_buffer_bytes) set_int(SOL_SOCKET, SO_SNDBUF, "send_buffer_bytes", *send_buffer_bytes);
    if (congestion_control) {
        const std::string what = "congestion_control \"" + *congestion_control + "\"";
        set(fd, IPPROTO_TCP, TCP_CONGESTION, what.c_str(), congestion_control->data(),
            static_cast<socklen_t>(congestion_control->size()));
    }
}

void report_socket_options(int fd, Transport transport, Reply& reply) {
    reply["receive_buffer_bytes"] = get(fd, SOL_SOCKET, SO_RCVBUF, "receive_buffer_bytes");
    reply["send_buffer_bytes"] = get(fd, SOL_SOCKET, SO_SNDBUF, "send_buffer_bytes");
    if (!transport.is_tcp) return;
    reply["no_delay"] = get(fd, IPPROTO_TCP, TCP_NODELAY, "no_delay") != 0;
    constexpr socklen_t longest_name = 16;  // the kernel's TCP_CA_NAME_MAX
    char name[longest_name + 1] = {};
    socklen_t size = longest_name;
    if (getsockopt(fd, IPPROTO_TCP, TCP_CONGESTION, name, &size) != 0)
        throw Failure(describe_error("congestion_control", errno));
    reply["congestion_control"] = name;
}

}  // namespace pingmark
