#include "kit/options.hpp"

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

void describe_options(const std::vector<StackOption>& options, Reply& reply) {
    constexpr const char* role_names[] = {"both", "server", "client"};
    using Kind = StackOption::Kind;
    std::vector<std::string> names, values, defaults, roles, abouts;
    for (const StackOption& option : options) {
        const auto text = [&](std::int64_t value) {
            return option.kind == Kind::flag ? (value != 0 ? "true" : "false") : std::to_string(value);
        };
        names.push_back(option.name);
        values.push_back(option.kind == Kind::flag   ? "true|false"
                         : option.kind == Kind::text ? "text"
                                                     : text(option.min) + ".." + text(option.max));
        defaults.push_back(option.default_value ? text(*option.default_value) : "");
        roles.emplace_back(role_names[static_cast<int>(option.role)]);
        abouts.push_back(option.about);
    }
    reply["options"] = names;
    reply["option_values"] = values;
    reply["option_defaults"] = defaults;
    reply["option_roles"] = roles;
    reply["option_abouts"] = abouts;
}

StackOptions StackOptions::take(Request& request, const std::vector<StackOption>& options, StackOption::Role role) {
    StackOptions taken;
    for (const StackOption& option : options) {
        if (option.role != StackOption::Role::both && option.role != role) continue;
        Value value{option.name, option.kind, option.default_value, std::nullopt};
        if (request.has(option.name)) {
            switch (option.kind) {
                case StackOption::Kind::flag:
                    value.value = request.flag(option.name, false);
                    break;
                case StackOption::Kind::number:
                    value.value = request.integer(option.name, option.min, option.max);
                    break;
                case StackOption::Kind::text:
                    value.text = request.text(option.name);
                    break;
            }
        }
        taken.values_.push_back(std::move(value));
    }
    return taken;
}

const StackOptions::Value* StackOptions::named(const std::string& name) const {
    for (const Value& value : values_) {
        if (value.name == name) return &value;
    }
    return nullptr;
}

std::optional<std::int64_t> StackOptions::find(const std::string& name) const {
    const Value* const found = named(name);
    return found != nullptr ? found->value : std::nullopt;
}

std::optional<std::string> StackOptions::text(const std::string& name) const {
    const Value* const found = named(name);
    return found != nullptr ? found->text : std::nullopt;
}

void StackOptions::settle(const std::string& name, bool settled) {
    for (Value& value : values_) {
        if (value.name == name) value.value = settled;
    }
}

void StackOptions::report(Reply& reply) const {
    for (const Value& value : values_) {
        if (value.kind == StackOption::Kind::text) continue;
        const std::int64_t number = value.value.value_or(0);
        reply[value.name] = value.kind == StackOption::Kind::flag ? Reply(number != 0) : Reply(number);
    }
}

}  // namespace pingmark
