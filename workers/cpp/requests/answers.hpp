#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "kit/buffers.hpp"
#include "kit/wire.hpp"

namespace pingmark {

/// Which requests of a connection await an answer, and the answers that came, as the echoes that the kit awaits. An
/// echo is a length and a sequence number; behind a wrong answer it has a byte too many, which makes it corrupt.
class Answers {
public:
    static constexpr std::size_t message_bytes = min_message_bytes;
    /// Their echoes fit into an inbox.
    static constexpr std::size_t most_awaited = Inbox::capacity / (message_bytes + 1);

    /// `any_right`: whether any connection of the process has got a right answer.
    explicit Answers(std::atomic<bool>& any_right) : any_right_(any_right) {}

    /// The echoes of what comes next go here.
    void collect_at(char* to) {
        to_ = to;
        bytes_ = 0;
    }
    std::size_t bytes() const { return bytes_; }

    std::size_t awaited() const { return awaited_; }
    std::uint64_t count() const { return count_; }

    /// A request of this number is about to be sent. False: too many await an answer.
    bool await(std::uint32_t sequence) {
        if (awaited_ == most_awaited) {
            end("no answer has come to " + std::to_string(awaited_) + " requests, and no more can wait");
            return false;
        }
        ring_[(first_ + awaited_++) % most_awaited] = sequence;
        return true;
    }

    /// The oldest request, where answers come in order.
    std::uint32_t oldest() {
        const std::uint32_t sequence = ring_[first_];
        first_ = (first_ + 1) % most_awaited;
        --awaited_;
        return sequence;
    }

    /// One of them, where the dialect itself knows which.
    void settle_any() { --awaited_; }

    void right(std::uint32_t sequence) {
        echo(sequence, sequence_bytes);
        if (count_++ == 0) any_right_.store(true, std::memory_order_relaxed);
    }

    /// While no answer was right, the wrong thing is asked, and `explain` says what came.
    template <class Explain>
    [[gnu::cold]] void wrong(std::uint32_t sequence, Explain&& explain) {
        if (!any_right_.load(std::memory_order_relaxed)) {
            end(explain());
            return;
        }
        std::memset(to_ + bytes_ + message_bytes, 0, 1);
        echo(sequence, sequence_bytes + 1);
        ++count_;
    }

    /// Nothing more can come, for this reason.
    [[gnu::cold]] void end(std::string problem) {
        if (problem_.empty()) problem_ = std::move(problem);
    }
    bool has_ended() const { return !problem_.empty(); }
    const std::string& problem() const { return problem_; }

    /// "after 1 answer"
    std::string after() const { return "after " + std::to_string(count_) + (count_ == 1 ? " answer" : " answers"); }

private:
    void echo(std::uint32_t sequence, std::size_t body_bytes) {
        store_u32(to_ + bytes_, static_cast<std::uint32_t>(body_bytes));
        store_u32(to_ + bytes_ + length_bytes, sequence);
        bytes_ += length_bytes + body_bytes;
    }

    std::atomic<bool>& any_right_;
    std::unique_ptr<std::uint32_t[]> ring_{new std::uint32_t[most_awaited]};
    std::size_t first_ = 0;
    std::size_t awaited_ = 0;
    char* to_ = nullptr;
    std::size_t bytes_ = 0;
    std::uint64_t count_ = 0;
    std::string problem_;
};

}  // namespace pingmark
