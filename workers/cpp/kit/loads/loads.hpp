#pragma once

#include <string>
#include <vector>

#include "kit/loads/batch.hpp"
#include "kit/loads/closed.hpp"
#include "kit/loads/fixed_rate.hpp"
#include "kit/loads/preflood.hpp"
#include "kit/loads/replay.hpp"
#include "kit/loads/stream.hpp"
#include "kit/loads/write_write_read.hpp"

namespace pingmark {

struct LoadModel {
    const char* name;
    bool timed;  ///< has times of its own
    Sends sends;
    LoadMaker (*read)(Request&, const LoadRoom&);
    /// In place of `sends`, for a load whose messages go one way.
    Sends (*take_sends)(Request&, const LoadRoom&) = nullptr;

    bool churns = false;  ///< of a client that opens a connection for each message
    bool ticks = false;   ///< of a client whose server sends snapshots

    bool is_one_way() const { return take_sends != nullptr; }
};

/// All load models. A new one is a file beside this one, and a line here.
constexpr LoadModel load_models[] = {
    {"batch", false, Sends::together, Batch::read},
    {"churn", false, Sends::together, Closed::read, nullptr, true},
    {"closed", false, Sends::together, Closed::read},
    {"fixed-rate", true, Sends::together, FixedRate::read},
    {"preflood", false, Sends::apart, Preflood::read},
    {"replay", true, Sends::together, Replay::read},
    {Stream::name, false, Sends::apart, Stream::read, Stream::take_sends},
    {"tick", true, Sends::together, FixedRate::read, nullptr, false, true},
    {"write-write-read", false, Sends::in_parts, WriteWriteRead::read},
};

/// A load as a request asked for it.
struct ChosenLoad {
    std::string name;
    bool timed = false;
    LoadMaker make;
    Sends sends = Sends::together;
    bool churns = false;
    bool ticks = false;
};

inline ChosenLoad take_load(Request& request, const LoadRoom& room) {
    const std::string name = request.text("load", "closed");
    for (const LoadModel& model : load_models) {
        if (model.name != name) continue;
        if (room.one_way != model.is_one_way() || room.churns != model.churns || room.ticks != model.ticks)
            throw Unsupported("load " + name +
                              ": a client connected with one_way makes stream, with churn churn, with snapshots tick, "
                              "and others none of these");
        if (model.ticks && request.has("messages")) throw Unsupported("load " + name + ": it needs duration_ns");
        ChosenLoad load{name, model.timed, model.read(request, room), model.sends, model.churns, model.ticks};
        if (model.is_one_way()) load.sends = model.take_sends(request, room);
        return load;
    }
    throw Unsupported("there is no load \"" + name + "\"");
}

/// What a client and its server can do besides echoing.
struct Abilities {
    bool streams;
    bool counts;  ///< messages that go one way
    bool churns;
    bool ticks;
};

/// The loads that such a client can make.
inline std::vector<std::string> load_names(const Abilities& can) {
    std::vector<std::string> names;
    for (const LoadModel& model : load_models) {
        const bool fits = (can.streams || !model.sends.cut) && (can.counts || !model.is_one_way()) &&
                          (can.churns || !model.churns) && (can.ticks || !model.ticks);
        if (fits) names.emplace_back(model.name);
    }
    return names;
}

}  // namespace pingmark
