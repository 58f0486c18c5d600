#include "kit/request.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "kit/failure.hpp"

namespace pingmark {

using nlohmann::json;

Request::Request(const std::string& line) : fields_(std::make_unique<json>(json::parse(line, nullptr, false))) {
    // The parser would ignore everything after a NUL.
    if (line.find('\0') != std::string::npos || !fields_->is_object()) throw Failure("the line is no JSON object");
    const auto id = fields_->find("id");
    if (id == fields_->end() || !id->is_number_integer()) throw Failure("the request has no id (an integer)");
    const auto op = fields_->find("op");
    if (op == fields_->end() || !op->is_string()) throw Failure("the request has no op (a string)");
    op_ = op->get<std::string>();
}

Request::~Request() = default;

const json& Request::id() const { return fields_->at("id"); }

bool Request::has(const std::string& name) {
    known_.insert(name);
    const auto found = fields_->find(name);
    return found != fields_->end() && !found->is_null();
}

const json& Request::field(const std::string& name) {
    if (!has(name)) throw Failure("the field " + name + " is missing");
    return fields_->at(name);
}

std::string Request::text(const std::string& name) {
    const json& value = field(name);
    if (!value.is_string()) throw Failure("the field " + name + " must be a string");
    return value.get<std::string>();
}

std::string Request::text(const std::string& name, const std::string& otherwise) {
    return has(name) ? text(name) : otherwise;
}

bool Request::flag(const std::string& name, bool otherwise) {
    if (!has(name)) return otherwise;
    const json& value = field(name);
    if (!value.is_boolean()) throw Failure("the field " + name + " must be true or false");
    return value.get<bool>();
}

namespace {

/// JSON may write a whole number as 1e9.
std::int64_t whole_number(const json& value, const std::string& name) {
    constexpr double exactly_representable = 9'007'199'254'740'992;
    if (value.is_number_unsigned()) {
        const auto number = value.get<std::uint64_t>();
        if (number <= static_cast<std::uint64_t>(Request::no_limit)) return static_cast<std::int64_t>(number);
    } else if (value.is_number_integer()) {
        return value.get<std::int64_t>();
    } else if (value.is_number_float()) {
        const double number = value.get<double>();
        if (std::trunc(number) == number && std::abs(number) <= exactly_representable)
            return static_cast<std::int64_t>(number);
    }
    throw Failure("the field " + name + " must be a whole number");
}

}  // namespace

std::int64_t Request::integer(const std::string& name, std::int64_t least, std::int64_t most) {
    const std::int64_t value = whole_number(field(name), name);
    if (value < least)
        throw Unsupported(name + " is " + std::to_string(value) + ", the least is " + std::to_string(least));
    if (value > most)
        throw Unsupported(name + " is " + std::to_string(value) + ", the most is " + std::to_string(most));
    return value;
}

std::int64_t Request::integer_or(const std::string& name, std::int64_t otherwise, std::int64_t least,
                                 std::int64_t most) {
    return has(name) ? integer(name, least, most) : otherwise;
}

void Request::refuse_unknown_fields() const {
    for (const auto& [name, value] : fields_->items()) {
        if (known_.count(name) == 0) throw Unsupported("the field " + name + " is unknown, or does not apply here");
    }
}

}  // namespace pingmark
