#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kit/clock.hpp"
#include "kit/constants.hpp"
#include "kit/failure.hpp"
#include "kit/loads/load.hpp"
#include "kit/request.hpp"

namespace pingmark {

/// Recorded traffic played again: a connection sends at the recorded distances, over and over. Connections begin at
/// different places of the recording, evenly spread.
class Replay : public Load {
public:
    /// Times between messages; the last one is from the last message to the first one.
    struct Recording {
        std::vector<std::int64_t> gaps;
        std::int64_t length = 0;
    };

    Replay(std::shared_ptr<const Recording> recording, const LoadPlace& place)
        : Load(place.origin), recording_(std::move(recording)) {
        const std::int64_t begin = static_cast<std::int64_t>(place.connection) * recording_->length /
                                   static_cast<std::int64_t>(place.connections);
        std::int64_t at = 0;
        while (at < begin) at += recording_->gaps[next_++];
        next_ %= recording_->gaps.size();
        due_ = place.origin + at - begin;
    }

    void sent() override {
        due_ += recording_->gaps[next_];
        if (++next_ == recording_->gaps.size()) next_ = 0;
    }

    static LoadMaker read(Request& request, const LoadRoom&) {
        const auto recording = std::make_shared<const Recording>(taken(request.text("gaps_ns")));
        return [recording](const LoadPlace& place) { return std::make_unique<Replay>(recording, place); };
    }

private:
    static Recording taken(const std::string& text) {
        Recording recording;
        std::int64_t number = -1;
        for (const char letter : text + ' ') {
            if (letter >= '0' && letter <= '9') {
                number = (number < 0 ? 0 : number * 10) + (letter - '0');
            } else if (letter == ' ' && number >= 0 && recording.gaps.size() < max_recorded_messages) {
                recording.gaps.push_back(number);
                recording.length += number;
                number = -1;
            } else {
                throw refused();
            }
            if (number > max_recording_ns || recording.length > max_recording_ns) throw refused();
        }
        const auto messages = static_cast<std::int64_t>(recording.gaps.size());
        if (recording.length == 0 || messages * second / recording.length > max_rate_per_s) throw refused();
        return recording;
    }

    static Unsupported refused() {
        return Unsupported("gaps_ns: 1 to " + std::to_string(max_recorded_messages) +
                           " numbers with a space between them, in all 1 to " + std::to_string(max_recording_ns) +
                           ", and no more than " + std::to_string(max_rate_per_s) + " messages a second");
    }

    std::shared_ptr<const Recording> recording_;
    std::size_t next_ = 0;
};

}  // namespace pingmark
