#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kit/request.hpp"
#include "kit/wire.hpp"

namespace pingmark {

/// The requested socket options.
struct SocketOptions {
    std::optional<bool> no_delay;
    std::optional<int> receive_buffer_bytes;
    std::optional<int> send_buffer_bytes;
    std::optional<std::string> congestion_control;

    static std::vector<std::string> names(Transport transport);
    static SocketOptions take(Request& request, Transport transport);

    /// Call before connect or listen, when TCP chooses its window scale.
    void apply(int fd) const;
};

/// Adds the options to a reply as the kernel has them.
void report_socket_options(int fd, Transport transport, Reply& reply);

/// A stack's own option: a flag, an integer within bounds, or a text.
struct StackOption {
    enum class Role { both, server, client };
    enum class Kind { flag, number, text };

    std::string name;
    std::string about;                          ///< one line
    std::optional<std::int64_t> default_value;  ///< absent: the stack chooses
    Role role = Role::both;                     ///< who takes it
    Kind kind = Kind::flag;
    std::int64_t min = 0;
    std::int64_t max = 1;

    static StackOption flag(const char* name, const char* about, std::optional<bool> default_value,
                            Role role = Role::both) {
        return {name, about, default_value, role};
    }
    static StackOption number(const char* name, const char* about, std::int64_t default_value, std::int64_t min,
                              std::int64_t max, Role role = Role::both) {
        return {name, about, default_value, role, Kind::number, min, max};
    }
    static StackOption text(const char* name, const char* about, Role role = Role::both) {
        return {name, about, std::nullopt, role, Kind::text};
    }
    /// The threads that share a client's connections. The kit starts them.
    static StackOption client_threads() {
        return number("client_threads", "threads that share the client's connections", 1, 1, 256, Role::client);
    }
};

/// Adds the options to a reply to `describe`.
void describe_options(const std::vector<StackOption>& options, Reply& reply);

/// The values of a stack's options in one of its roles.
class StackOptions {
public:
    /// Throws `Unsupported` for a value out of bounds.
    static StackOptions take(Request& request, const std::vector<StackOption>& options, StackOption::Role role);

    /// Absent if the stack has not chosen yet, or has no such option.
    std::optional<std::int64_t> find(const std::string& name) const;
    std::int64_t number(const std::string& name, std::int64_t otherwise) const {
        return find(name).value_or(otherwise);
    }
    bool flag(const std::string& name) const { return number(name, 0) != 0; }
    /// Absent if it was not asked for, or there is no such option.
    std::optional<std::string> text(const std::string& name) const;

    /// Sets what the stack chose.
    void settle(const std::string& name, bool value);

    /// Adds all values to a reply, but for texts, which may be long or secret.
    void report(Reply& reply) const;

private:
    struct Value {
        std::string name;
        StackOption::Kind kind;
        std::optional<std::int64_t> value;
        std::optional<std::string> text;
    };

    const Value* named(const std::string& name) const;

    std::vector<Value> values_;
};

}  // namespace pingmark
