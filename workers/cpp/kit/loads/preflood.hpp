#pragma once

#include <algorithm>
#include <string>

#include "kit/failure.hpp"
#include "kit/loads/load.hpp"
#include "kit/request.hpp"

namespace pingmark {

/// A closed loop that begins with so many messages more than the one that each answer lets go, each by a call of its
/// own: a queue that never empties.
class Preflood : public Load {
public:
    explicit Preflood(std::int64_t messages) : Load(at_once), most_(messages + 1) {}

    void sent() override {
        ++outstanding_;
        plan();
    }

    void ended() override {
        --outstanding_;
        plan();
    }

    static LoadMaker read(Request& request, const LoadRoom& room) {
        const std::int64_t messages = request.integer("preflood");
        const std::int64_t most = std::min(room.in_flight, room.unread_bytes / room.message_bytes) - 1;
        if (messages < 0 || messages > most) {
            throw Unsupported("preflood " + std::to_string(messages) + ": with messages of " +
                              std::to_string(room.message_bytes) + " bytes, in_flight " +
                              std::to_string(room.in_flight) + " and buffers that hold " +
                              std::to_string(room.unread_bytes) + " bytes unread, the most is " + std::to_string(most));
        }
        return [messages](const LoadPlace&) { return std::make_unique<Preflood>(messages); };
    }

private:
    void plan() { due_ = outstanding_ < most_ ? at_once : never; }

    std::int64_t most_;
    std::int64_t outstanding_ = 0;
};

}  // namespace pingmark
