#pragma once

#include <string>
#include <vector>

#include "kit/loads/closed.hpp"
#include "kit/loads/fixed_rate.hpp"

namespace pingmark {

struct LoadModel {
    const char* name;
    bool timed;  ///< has times of its own
    LoadMaker (*read)(Request&);
};

/// All load models. A new one is a file beside this one, and a line here.
constexpr LoadModel load_models[] = {
    {"closed", false, Closed::read},
    {"fixed-rate", true, FixedRate::read},
};

/// A load as a request asked for it.
struct ChosenLoad {
    std::string name;
    bool timed = false;
    LoadMaker make;
};

inline ChosenLoad take_load(Request& request) {
    const std::string name = request.text("load", "closed");
    for (const LoadModel& model : load_models) {
        if (model.name == name) return {name, model.timed, model.read(request)};
    }
    throw Unsupported("there is no load \"" + name + "\"");
}

inline std::vector<std::string> load_names() {
    std::vector<std::string> names;
    for (const LoadModel& model : load_models) names.emplace_back(model.name);
    return names;
}

}  // namespace pingmark
