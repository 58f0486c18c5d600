#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kit/request.hpp"

namespace pingmark {

/// An option that a stack has beside the socket's, as `describe` tells it: a flag, or an integer within bounds.
struct StackOption {
    enum class Role { both, server, client };

    std::string name;
    std::string about;                      ///< one line
    std::optional<std::int64_t> otherwise;  ///< where it is not asked for; absent: the stack settles it then
    Role role = Role::both;                 ///< who takes it
    bool is_flag = true;
    std::int64_t least = 0;
    std::int64_t most = 1;

    static StackOption flag(const char* name, const char* about, std::optional<bool> otherwise, Role role = Role::both);
    static StackOption number(const char* name, const char* about, std::int64_t otherwise, std::int64_t least,
                              std::int64_t most, Role role = Role::both);

    /// The threads that share a client's connections: the kit makes them.
    static StackOption client_threads();
};

/// Adds what a reply to `describe` tells of options.
void describe_options(const std::vector<StackOption>& options, Reply& reply);

/// The values of a stack's options in one of its roles.
class StackOptions {
public:
    /// Throws `Unsupported` for a value out of bounds.
    static StackOptions take(Request& request, const std::vector<StackOption>& options, StackOption::Role role);

    /// Absent where it is not settled yet, or where the stack has no such option.
    std::optional<std::int64_t> find(const std::string& name) const;
    std::int64_t number(const std::string& name, std::int64_t otherwise) const {
        return find(name).value_or(otherwise);
    }
    bool flag(const std::string& name) const { return number(name, 0) != 0; }

    void settle(const std::string& name, bool value);

    /// Adds those that a reply has to tell, asked for or not.
    void report(Reply& reply) const;

private:
    struct Value {
        std::string name;
        bool is_flag;
        std::optional<std::int64_t> value;
    };

    std::vector<Value> values_;
};

}  // namespace pingmark
