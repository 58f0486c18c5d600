#pragma once

#include <string>

#include "kit/failure.hpp"
#include "kit/loads/load.hpp"
#include "kit/request.hpp"

namespace pingmark {

/// So many messages go together, and when all of them have ended the next ones.
class Batch : public Load {
public:
    explicit Batch(std::int64_t messages) : Load(at_once), messages_(messages) {}

    void sent() override {
        if (++sent_ == messages_) due_ = never;
    }

    void ended() override {
        if (++ended_ < messages_) return;
        sent_ = ended_ = 0;
        due_ = at_once;
    }

    static LoadMaker read(Request& request, const LoadRoom& room) {
        const std::int64_t messages = request.integer("batch", 1);
        if (messages > room.in_flight) {
            throw Unsupported("batch " + std::to_string(messages) + ": in_flight is " + std::to_string(room.in_flight) +
                              ", which is the most");
        }
        return [messages](const LoadPlace&) { return std::make_unique<Batch>(messages); };
    }

private:
    std::int64_t messages_;
    std::int64_t sent_ = 0;
    std::int64_t ended_ = 0;
};

}  // namespace pingmark
