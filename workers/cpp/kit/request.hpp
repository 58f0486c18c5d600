#pragma once

#include <cstdint>
#include <limits>
#include <memory>
// Stacks need only the names of its types; the whole header compiles slowly.
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>

namespace pingmark {

using Reply = nlohmann::ordered_json;

/// A request. Fields that nobody reads are refused, because a silently ignored option falsifies a measurement.
class Request {
public:
    static constexpr std::int64_t no_limit = std::numeric_limits<std::int64_t>::max();

    /// Throws Failure when the line is no JSON object with an id and an op.
    explicit Request(const std::string& line);
    ~Request();

    const nlohmann::json& id() const;
    const std::string& op() const { return op_; }

    /// Whether it is given, and not null.
    bool has(const std::string& name);
    std::string text(const std::string& name);
    std::string text(const std::string& name, const std::string& otherwise);
    bool flag(const std::string& name, bool otherwise);
    std::int64_t integer(const std::string& name, std::int64_t least = 0, std::int64_t most = no_limit);
    std::int64_t integer_or(const std::string& name, std::int64_t otherwise, std::int64_t least = 0,
                            std::int64_t most = no_limit);

    /// Call after the last field was read, before anything is done.
    void refuse_unknown_fields() const;

private:
    const nlohmann::json& field(const std::string& name);

    std::unique_ptr<nlohmann::json> fields_;
    std::string op_;
    std::set<std::string> known_{"id", "op"};
};

}  // namespace pingmark
