#pragma once

#include <algorithm>
#include <string>

#include "kit/failure.hpp"
#include "kit/loads/load.hpp"
#include "kit/request.hpp"

namespace pingmark {

/// A closed loop that starts with extra messages, each by its own call, so that the server's queue never empties.
class Preflood : public Load {
public:
    explicit Preflood(std::int64_t messages) : Load(at_once), most_(messages + 1) {}

    void sent() override { due_ = ++outstanding_ < most_ ? at_once : never; }

    void ended() override {
        --outstanding_;
        due_ = at_once;
    }

    static LoadMaker read(Request& request, const LoadLimits& limits) {
        const std::int64_t messages = request.integer("preflood");
        const std::int64_t most = std::min(limits.in_flight, limits.unread_bytes / limits.message_bytes) - 1;
        if (messages < 0 || messages > most) {
            throw Unsupported(
                "preflood " + std::to_string(messages) + ": with messages of " + std::to_string(limits.message_bytes) +
                " bytes, in_flight " + std::to_string(limits.in_flight) + " and buffers that hold " +
                std::to_string(limits.unread_bytes) + " bytes unread, the most is " + std::to_string(most));
        }
        return [messages](const LoadTarget&) { return std::make_unique<Preflood>(messages); };
    }

private:
    std::int64_t most_;
    std::int64_t outstanding_ = 0;
};

}  // namespace pingmark
