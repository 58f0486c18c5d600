#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kit/connection.hpp"
#include "kit/slowest.hpp"

namespace pingmark {

/// Answers that matched and wait for their verification, until what they caused to be sent is under way. One receive
/// call can bring many.
class Arrivals {
public:
    struct Answer {
        const char* body;
        std::size_t bytes;
        RoundTrip times;
        bool counted;
    };

    explicit Arrivals(const Traffic& traffic) {
        answers_.reserve(Inbox::capacity / min_message_bytes + 1);
        if (traffic.one_way) acknowledged_.reserve(traffic.in_flight);
    }

    void add(const Answer& answer) { answers_.push_back(answer); }
    /// One way: of a message that the server has, and whose content nobody sends back.
    void add_acknowledged(const RoundTrip& times) { acknowledged_.push_back(times); }

    /// Verifies all of them, which came on this connection; `record(round_trip)` records those that count and are
    /// intact.
    template <class Record>
    void verify(const Connection& connection, std::uint64_t& corrupt, const Record& record) {
        for (const Answer& answer : answers_) {
            const bool intact = connection.verify(answer.body, answer.bytes);
            if (!answer.counted) continue;
            if (intact) {
                record(answer.times);
            } else {
                ++corrupt;
            }
        }
        answers_.clear();
        for (const RoundTrip& round_trip : acknowledged_) record(round_trip);
        acknowledged_.clear();
    }

private:
    std::vector<Answer> answers_;
    std::vector<RoundTrip> acknowledged_;
};

}  // namespace pingmark
