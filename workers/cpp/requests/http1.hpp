#pragma once

#include <cstdint>
#include <string>

#include "requests/dialect.hpp"
#include "requests/questions.hpp"
#include "shared/responses.hpp"

namespace pingmark {

/// HTTP/1.1. A request whose answer is outstanding does not keep the next one back: with one message in flight that
/// happens only behind a lost one.
class Http1 final : public Dialect {
public:
    explicit Http1(const HttpQuestion& question)
        : requests_(question.http1()), responses_(question.method != "HEAD"), sink_{question.expected} {}

    void ask(std::uint32_t) override { requests_.ask(); }
    std::string_view unsent() override { return requests_.unsent(); }
    void sent(std::size_t n) override { requests_.sent(n); }

    char* space() override { return responses_.space(); }
    std::size_t room() const override { return responses_.room(); }

    void arrived(std::size_t n, Answers& answers) override {
        sink_.answers = &answers;
        if (!responses_.arrived(n, sink_)) {
            answers.end("what came " + answers.after() + " is no HTTP/1.1 response: " + responses_.error());
        }
    }

    void closed(Answers& answers) override {
        sink_.answers = &answers;
        responses_.closed(sink_);
        if (responses_.is_within()) answers.end("closed by the peer within a response, " + answers.after());
        Dialect::closed(answers);
    }

private:
    struct Sink {
        StatusRange expected;
        unsigned status = 0;
        Answers* answers = nullptr;

        void head(unsigned its_status) { status = its_status; }
        void body(const char*, std::size_t) {}
        void ended(bool keeps_alive) {
            if (status < 200) return;  // another response follows
            if (answers->has_ended()) return;
            if (answers->awaited() == 0) {
                answers->end("the server sent a response with status " + std::to_string(status) +
                             " that nobody asked for, " + answers->after());
                return;
            }
            const std::uint32_t sequence = answers->oldest();
            if (expected.has(status)) {
                answers->right(sequence);
            } else {
                answers->wrong(sequence, [&] { return expected.refusal_of(status); });
            }
            if (!keeps_alive) {
                answers->end("the server closed the connection " + answers->after() +
                             " (the last one says so, by `Connection: close` or HTTP/1.0); let it keep connections, "
                             "in nginx by a larger keepalive_requests");
            }
        }
    };

    SameRequests requests_;
    Responses<Sink> responses_;
    Sink sink_;
};

}  // namespace pingmark
