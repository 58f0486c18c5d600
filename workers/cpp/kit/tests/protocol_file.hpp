#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

namespace pingmark {

/// A file of the folder protocol/, which all languages share.
inline nlohmann::json protocol_file(const std::string& name) {
    const std::string path = std::string(PINGMARK_PROTOCOL) + "/" + name;
    std::ifstream file(path);
    if (!file) throw std::runtime_error("cannot read " + path);
    return nlohmann::json::parse(file);
}

}  // namespace pingmark
