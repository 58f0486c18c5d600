#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>

#include "requests/dialect.hpp"
#include "requests/questions.hpp"

namespace pingmark {

/// A text whose answer is another text, always the same. A wrong answer's length is not known: if one answer alone is
/// awaited, all that arrived counts as it, else as much as the right one has.
class FixedText final : public Dialect {
public:
    explicit FixedText(const TextQuestion& question) : requests_(question.send), expected_(question.expect) {}

    void ask(std::uint32_t) override { requests_.ask(); }
    std::string_view unsent() override { return requests_.unsent(); }
    void sent(std::size_t n) override { requests_.sent(n); }

    char* space() override { return bytes_.get(); }
    std::size_t room() const override { return capacity; }

    void arrived(std::size_t n, Answers& answers) override {
        const char* at = bytes_.get();
        const char* const end = at + n;
        while (at < end && !answers.has_ended()) {
            if (answers.awaited() == 0) {
                answers.end("the server sent " + quoted(at, end) + ", which nobody asked for, " + answers.after());
                return;
            }
            const auto part = std::min<std::size_t>(expected_.size() - matched_, static_cast<std::size_t>(end - at));
            if (std::memcmp(at, expected_.data() + matched_, part) != 0) is_wrong_ = true;
            if (is_wrong_ && answers.awaited() == 1) {
                answer(answers, at, end);
                return;
            }
            matched_ += part;
            if (matched_ == expected_.size()) answer(answers, at, at + part);
            at += part;
        }
    }

private:
    void answer(Answers& answers, const char* from, const char* to) {
        const std::uint32_t sequence = answers.oldest();
        if (is_wrong_) {
            answers.wrong(sequence, [&] {
                return "the server answered " + quoted(from, to) + ", and " +
                       quoted(expected_.data(), expected_.data() + expected_.size()) + " is expected (--expect)";
            });
        } else {
            answers.right(sequence);
        }
        matched_ = 0;
        is_wrong_ = false;
    }

    static constexpr std::size_t capacity = 64 << 10;

    SameRequests requests_;
    std::string expected_;
    std::unique_ptr<char[]> bytes_{new char[capacity]};
    std::size_t matched_ = 0;  ///< bytes of the current answer that have come
    bool is_wrong_ = false;    ///< the current answer
};

}  // namespace pingmark
