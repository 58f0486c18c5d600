#pragma once

#include <algorithm>
#include <cstddef>
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

/// Replays recorded traffic: each connection repeats the recorded gaps and message sizes. Connections begin at evenly
/// spread places of the recording.
class Replay : public Load {
public:
    struct Recording {
        std::vector<std::int64_t> gaps;  ///< between messages; the last leads back to the first message
        std::int64_t length = 0;
        std::vector<std::int64_t> sizes;  ///< of messages; empty: all have the size that the client connected with
    };

    Replay(std::shared_ptr<const Recording> recording, const LoadTarget& place)
        : Load(place.origin), recording_(std::move(recording)) {
        const std::int64_t begin = static_cast<std::int64_t>(place.connection) * recording_->length /
                                   static_cast<std::int64_t>(place.connections);
        std::int64_t at = 0;
        while (at < begin) at += recording_->gaps[next_++];
        next_ %= recording_->gaps.size();
        due_ = place.origin + at - begin;
        take_size();
    }

    void sent() override {
        due_ += recording_->gaps[next_];
        if (++next_ == recording_->gaps.size()) next_ = 0;
        take_size();
    }

    static LoadMaker read(Request& request, const LoadLimits& limits) {
        Recording recording = parse_gaps(request.text("gaps_ns"));
        if (request.has("sizes_bytes"))
            recording.sizes = parse_sizes(request.text("sizes_bytes"), recording.gaps.size(), limits);
        const auto shared = std::make_shared<const Recording>(std::move(recording));
        return [shared](const LoadTarget& place) { return std::make_unique<Replay>(shared, place); };
    }

private:
    void take_size() {
        if (!recording_->sizes.empty()) bytes_ = static_cast<std::uint32_t>(recording_->sizes[next_]);
    }

    /// Space-separated numbers up to `most`; empty if the text is anything else.
    static std::vector<std::int64_t> parse_numbers(const std::string& text, std::int64_t most) {
        std::vector<std::int64_t> all;
        std::int64_t number = -1;
        for (const char letter : text + ' ') {
            if (letter >= '0' && letter <= '9') {
                number = (number < 0 ? 0 : number * 10) + (letter - '0');
            } else if (letter == ' ' && number >= 0 && all.size() < max_recorded_messages) {
                all.push_back(number);
                number = -1;
            } else {
                return {};
            }
            if (number > most) return {};
        }
        return all;
    }

    static Recording parse_gaps(const std::string& text) {
        Recording recording{parse_numbers(text, max_recording_ns), 0, {}};
        for (const std::int64_t gap : recording.gaps) recording.length += gap;
        const auto messages = static_cast<std::int64_t>(recording.gaps.size());
        if (recording.length == 0 || recording.length > max_recording_ns ||
            messages * second / recording.length > max_rate_per_s)
            throw Unsupported("gaps_ns: 1 to " + std::to_string(max_recorded_messages) +
                              " numbers with a space between them, in all 1 to " + std::to_string(max_recording_ns) +
                              ", and no more than " + std::to_string(max_rate_per_s) + " messages a second");
        return recording;
    }

    static std::vector<std::int64_t> parse_sizes(const std::string& text, std::size_t messages,
                                                 const LoadLimits& limits) {
        if (!limits.has_lengths)
            throw Unsupported("sizes_bytes needs framed streams, and a payload that no library makes");
        std::vector<std::int64_t> sizes = parse_numbers(text, limits.message_bytes);
        if (sizes.size() != messages || *std::min_element(sizes.begin(), sizes.end()) < min_message_bytes_signed)
            throw Unsupported("sizes_bytes: as many numbers as gaps_ns, " + std::to_string(min_message_bytes) + " to " +
                              std::to_string(limits.message_bytes));
        return sizes;
    }

    static constexpr auto min_message_bytes_signed = static_cast<std::int64_t>(min_message_bytes);

    std::shared_ptr<const Recording> recording_;
    std::size_t next_ = 0;
};

}  // namespace pingmark
