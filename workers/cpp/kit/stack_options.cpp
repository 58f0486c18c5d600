#include "kit/stack_options.hpp"

#include <nlohmann/json.hpp>

namespace pingmark {

namespace {

const char* word(StackOption::Role role) {
    switch (role) {
        case StackOption::Role::server:
            return "server";
        case StackOption::Role::client:
            return "client";
        default:
            return "both";
    }
}

std::string text(const StackOption& option, std::int64_t value) {
    return option.is_flag ? (value != 0 ? "true" : "false") : std::to_string(value);
}

std::optional<std::int64_t> take_value(Request& request, const StackOption& option) {
    if (!request.has(option.name)) return option.otherwise;
    if (option.is_flag) return request.flag(option.name, false);
    return request.integer(option.name, option.least, option.most);
}

}  // namespace

StackOption StackOption::flag(const char* name, const char* about, std::optional<bool> otherwise, Role role) {
    StackOption option;
    option.name = name;
    option.about = about;
    if (otherwise) option.otherwise = *otherwise;
    option.role = role;
    return option;
}

StackOption StackOption::number(const char* name, const char* about, std::int64_t otherwise, std::int64_t least,
                                std::int64_t most, Role role) {
    StackOption option;
    option.name = name;
    option.about = about;
    option.otherwise = otherwise;
    option.role = role;
    option.is_flag = false;
    option.least = least;
    option.most = most;
    return option;
}

StackOption StackOption::client_threads() {
    constexpr std::int64_t most_threads = 256;
    return number("client_threads", "threads that share the client's connections", 1, 1, most_threads, Role::client);
}

void describe_options(const std::vector<StackOption>& options, Reply& reply) {
    std::vector<std::string> names, values, defaults, roles, abouts;
    for (const StackOption& option : options) {
        names.push_back(option.name);
        values.push_back(option.is_flag ? "true|false" : text(option, option.least) + ".." + text(option, option.most));
        defaults.push_back(option.otherwise ? text(option, *option.otherwise) : "");
        roles.push_back(word(option.role));
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
        taken.values_.push_back({option.name, option.is_flag, take_value(request, option)});
    }
    return taken;
}

std::optional<std::int64_t> StackOptions::find(const std::string& name) const {
    for (const Value& value : values_) {
        if (value.name == name) return value.value;
    }
    return std::nullopt;
}

void StackOptions::settle(const std::string& name, bool settled) {
    for (Value& value : values_) {
        if (value.name == name) value.value = settled;
    }
}

void StackOptions::report(Reply& reply) const {
    for (const Value& value : values_) {
        const std::int64_t effective = value.value.value_or(0);
        if (value.is_flag) {
            reply[value.name] = effective != 0;
        } else {
            reply[value.name] = effective;
        }
    }
}

}  // namespace pingmark
