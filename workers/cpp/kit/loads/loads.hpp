#pragma once

#include <string>
#include <vector>

#include "kit/loads/batch.hpp"
#include "kit/loads/closed.hpp"
#include "kit/loads/fixed_rate.hpp"
#include "kit/loads/preflood.hpp"
#include "kit/loads/replay.hpp"

namespace pingmark {

/// The kind of client that a load needs.
enum class LoadKind { echo, one_way, churn, ticks };

struct LoadModel {
    const char* name;
    bool timed;  ///< has its own times
    LoadMaker (*read)(Request&, const LoadLimits&);
    Sends sends = Sends::together;
    LoadKind kind = LoadKind::echo;
};

/// All load models. A new one is a file beside this one, and a row here.
constexpr LoadModel load_models[] = {
    {"batch", false, Batch::read},
    {"churn", false, Closed::read, Sends::together, LoadKind::churn},
    {"closed", false, Closed::read},
    {"fixed-rate", true, FixedRate::read},
    {"preflood", false, Preflood::read, Sends::apart},
    {"replay", true, Replay::read},
    {"stream", false, Closed::read, Sends::apart, LoadKind::one_way},
    {"tick", true, FixedRate::read, Sends::together, LoadKind::ticks},
    {"write-write-read", false, Closed::read_in_parts, Sends::in_parts},
};

/// A load as a request asked for it.
struct ChosenLoad {
    std::string name;
    bool timed = false;
    LoadMaker make;
    Sends sends = Sends::together;
    LoadKind kind = LoadKind::echo;
};

inline ChosenLoad take_load(Request& request, const LoadLimits& limits) {
    const std::string name = request.text("load", "closed");
    const LoadKind wanted = limits.is_one_way      ? LoadKind::one_way
                            : limits.is_churn      ? LoadKind::churn
                            : limits.has_snapshots ? LoadKind::ticks
                                                   : LoadKind::echo;
    for (const LoadModel& model : load_models) {
        if (model.name != name) continue;
        if (model.kind != wanted)
            throw Unsupported("load " + name +
                              ": stream needs a client connected with one_way, churn one with churn, tick one with "
                              "snapshots; other loads need a client without these");
        if (model.kind == LoadKind::ticks && request.has("messages"))
            throw Unsupported("load " + name + ": it needs duration_ns");
        ChosenLoad load{name, model.timed, model.read(request, limits), model.sends, model.kind};
        if (model.kind == LoadKind::one_way) load.sends = Closed::read_stream_sends(request, limits);
        return load;
    }
    throw Unsupported("there is no load \"" + name + "\"");
}

/// The loads that a client can make with a server that takes these kinds.
inline std::vector<std::string> load_names(bool is_stream, bool one_way, bool churn, bool ticks) {
    std::vector<std::string> names;
    for (const LoadModel& model : load_models) {
        const bool can[] = {is_stream || !model.sends.cut, one_way, churn, ticks};
        if (can[static_cast<int>(model.kind)]) names.emplace_back(model.name);
    }
    return names;
}

}  // namespace pingmark
