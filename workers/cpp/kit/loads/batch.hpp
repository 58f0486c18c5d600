#pragma once

#include <string>

#include "kit/failure.hpp"
#include "kit/loads/load.hpp"
#include "kit/request.hpp"

namespace pingmark {

/// Messages go in batches: the next batch when all messages of the last one have ended.
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

    static LoadMaker read(Request& request, const LoadLimits& limits) {
        const std::int64_t messages = request.integer("batch", 1);
        if (messages > limits.in_flight) {
            throw Unsupported("batch " + std::to_string(messages) + ": in_flight is " +
                              std::to_string(limits.in_flight) + ", which is the most");
        }
        return [messages](const LoadTarget&) { return std::make_unique<Batch>(messages); };
    }

private:
    std::int64_t messages_;
    std::int64_t sent_ = 0;
    std::int64_t ended_ = 0;
};

}  // namespace pingmark
