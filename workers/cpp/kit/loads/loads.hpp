#pragma once

#include <string>
#include <vector>

#include "kit/loads/batch.hpp"
#include "kit/loads/closed.hpp"
#include "kit/loads/fixed_rate.hpp"
#include "kit/loads/preflood.hpp"
#include "kit/loads/write_write_read.hpp"

namespace pingmark {

struct LoadModel {
    const char* name;
    bool timed;  ///< has times of its own
    Sends sends;
    LoadMaker (*read)(Request&, const LoadRoom&);

    bool fits(bool stream) const { return stream || sends != Sends::in_parts; }
};

/// All load models. A new one is a file beside this one, and a line here.
constexpr LoadModel load_models[] = {
    {"batch", false, Sends::together, Batch::read},
    {"closed", false, Sends::together, Closed::read},
    {"fixed-rate", true, Sends::together, FixedRate::read},
    {"preflood", false, Sends::apart, Preflood::read},
    {"write-write-read", false, Sends::in_parts, WriteWriteRead::read},
};

/// A load as a request asked for it.
struct ChosenLoad {
    std::string name;
    bool timed = false;
    LoadMaker make;
    Sends sends = Sends::together;
};

inline ChosenLoad take_load(Request& request, const LoadRoom& room) {
    const std::string name = request.text("load", "closed");
    for (const LoadModel& model : load_models) {
        if (model.name == name) return {name, model.timed, model.read(request, room), model.sends};
    }
    throw Unsupported("there is no load \"" + name + "\"");
}

/// Those that a client of streams, or of datagrams, can make.
inline std::vector<std::string> load_names(bool stream) {
    std::vector<std::string> names;
    for (const LoadModel& model : load_models) {
        if (model.fits(stream)) names.emplace_back(model.name);
    }
    return names;
}

}  // namespace pingmark
