#pragma once

#include <string>
#include <vector>

#include "kit/loads/batch.hpp"
#include "kit/loads/closed.hpp"
#include "kit/loads/fixed_rate.hpp"
#include "kit/loads/preflood.hpp"
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

    bool is_one_way() const { return take_sends != nullptr; }
    bool fits(bool stream, bool can_count, bool can_churn) const {
        return (stream || !sends.cut) && (can_count || !is_one_way()) && (can_churn || !churns);
    }
};

/// All load models. A new one is a file beside this one, and a line here.
constexpr LoadModel load_models[] = {
    {"batch", false, Sends::together, Batch::read},
    {"churn", false, Sends::together, Closed::read, nullptr, true},
    {"closed", false, Sends::together, Closed::read},
    {"fixed-rate", true, Sends::together, FixedRate::read},
    {"preflood", false, Sends::apart, Preflood::read},
    {Stream::name, false, Sends::apart, Stream::read, Stream::take_sends},
    {"write-write-read", false, Sends::in_parts, WriteWriteRead::read},
};

/// A load as a request asked for it.
struct ChosenLoad {
    std::string name;
    bool timed = false;
    LoadMaker make;
    Sends sends = Sends::together;
    bool churns = false;
};

inline ChosenLoad take_load(Request& request, const LoadRoom& room) {
    const std::string name = request.text("load", "closed");
    for (const LoadModel& model : load_models) {
        if (model.name != name) continue;
        if (room.one_way != model.is_one_way() || room.churns != model.churns)
            throw Unsupported("load " + name +
                              ": a client connected with one_way makes stream, with churn churn, and others neither");
        ChosenLoad load{name, model.timed, model.read(request, room), model.sends, model.churns};
        if (model.is_one_way()) load.sends = model.take_sends(request, room);
        return load;
    }
    throw Unsupported("there is no load \"" + name + "\"");
}

/// Those that a client of streams, or of datagrams, can make; its server may count in place of echoing, and the client
/// open a connection for each message.
inline std::vector<std::string> load_names(bool stream, bool can_count, bool can_churn) {
    std::vector<std::string> names;
    for (const LoadModel& model : load_models) {
        if (model.fits(stream, can_count, can_churn)) names.emplace_back(model.name);
    }
    return names;
}

}  // namespace pingmark
