#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "kit/buffers.hpp"
#include "kit/failure.hpp"
#include "kit/request.hpp"
#include "requests/fixed_text.hpp"
#include "requests/http1.hpp"
#include "requests/questions.hpp"

namespace pingmark {
namespace {

/// A connection with a dialect, without a network.
class Spoken {
public:
    explicit Spoken(const HttpQuestion& question) : dialect_(std::make_unique<Http1>(question)) {}
    explicit Spoken(const TextQuestion& question) : dialect_(std::make_unique<FixedText>(question)) {}

    /// Asks as often, and returns what was sent.
    std::string ask(std::uint32_t times = 1) {
        std::string sent;
        for (std::uint32_t i = 0; i < times; ++i) {
            EXPECT_TRUE(answers_.await(next_));
            dialect_->ask(next_++);
        }
        for (std::string_view bytes; !(bytes = dialect_->unsent()).empty(); dialect_->sent(1)) sent += bytes.front();
        return sent;
    }

    /// Of each answer whether it was right, by the length of its echo; numbers are checked.
    std::vector<bool> hear(const std::string& text) {
        std::memcpy(dialect_->space(), text.data(), text.size());
        answers_.collect_at(echoes_.get());
        dialect_->arrived(text.size(), answers_);
        return heard();
    }

    std::vector<bool> hear_end() {
        answers_.collect_at(echoes_.get());
        dialect_->closed(answers_);
        return heard();
    }

    const std::string& problem() const { return answers_.problem(); }

private:
    std::vector<bool> heard() {
        std::vector<bool> right;
        for (const char* at = echoes_.get(); at < echoes_.get() + answers_.bytes(); at += length_bytes + load_u32(at)) {
            EXPECT_EQ(answered_++, load_u32(at + length_bytes));
            right.push_back(load_u32(at) == sequence_bytes);
        }
        return right;
    }

    std::atomic<bool> any_right_{false};
    Answers answers_{any_right_};
    std::unique_ptr<Dialect> dialect_;
    std::unique_ptr<char[]> echoes_{new char[Inbox::capacity]};
    std::uint32_t next_ = 0;
    std::uint32_t answered_ = 0;
};

using Rights = std::vector<bool>;

HttpQuestion get() { return {"GET", "/x?y", "host:1", {}, "", {}, false}; }

const std::string ok = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc";

TEST(Http1, SendsTheSameRequestForEachMessage) {
    const std::string request = "GET /x?y HTTP/1.1\r\nHost: host:1\r\n\r\n";
    EXPECT_EQ(request, Spoken(get()).ask());
    std::string many;
    for (int i = 0; i < 1000; ++i) many += request;
    EXPECT_EQ(many, Spoken(get()).ask(1000));
}

TEST(Http1, WritesHeadersAndTheLengthOfABody) {
    HttpQuestion question = get();
    question.method = "POST";
    question.headers = {{"host", "other"}, {"X-A", "1"}};
    question.body = "{}";
    EXPECT_EQ("POST /x?y HTTP/1.1\r\nhost: other\r\nX-A: 1\r\nContent-Length: 2\r\n\r\n{}", Spoken(question).ask());
}

TEST(Http1, FindsWhereAResponseEnds) {
    for (const std::string& response :
         {ok, std::string("HTTP/1.1 204 No Content\r\n\r\n"),
          std::string("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
          std::string(
              "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;a=b\r\nabc\r\n1\r\nd\r\n0\r\nX: y\r\n\r\n"),
          std::string("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nX: y\r\n\r\n") + ok,
          "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n" + std::string(100'000, 'x')}) {
        Spoken whole(get());
        whole.ask(2);
        EXPECT_EQ(Rights({true}), whole.hear(response));
        EXPECT_EQ(Rights({true}), whole.hear(response)) << response;
    }
}

TEST(Http1, TakesResponsesInAnyParts) {
    const std::string response = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n";
    Spoken slow(get());
    slow.ask(2);
    Rights all;
    for (const char c : response + response) {
        const Rights now = slow.hear(std::string(1, c));
        all.insert(all.end(), now.begin(), now.end());
    }
    EXPECT_EQ(Rights({true, true}), all);

    Spoken pipelined(get());
    pipelined.ask(3);
    EXPECT_EQ(Rights({true, true}), pipelined.hear(ok + ok + ok.substr(0, 20)));
    EXPECT_EQ(Rights({true}), pipelined.hear(ok.substr(20)));
}

TEST(Http1, AwaitsNoBodyAfterHead) {
    HttpQuestion question = get();
    question.method = "HEAD";
    Spoken head(question);
    head.ask(2);
    const std::string response = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n";
    EXPECT_EQ(Rights({true, true}), head.hear(response + response));
}

TEST(Http1, CountsAWrongStatusBehindARightOne) {
    Spoken spoken(get());
    spoken.ask(3);
    EXPECT_EQ(Rights({true, false, true}), spoken.hear(ok + "HTTP/1.1 500 Oh\r\nContent-Length: 2\r\n\r\nno" + ok));
}

TEST(Http1, EndsWhereTheFirstStatusIsWrong) {
    Spoken spoken(get());
    spoken.ask();
    EXPECT_EQ(Rights(), spoken.hear("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"));
    EXPECT_EQ("the server answered with status 404, and 200-299 is expected (--expect-status)", spoken.problem());

    HttpQuestion question = get();
    question.expected = {404, 404};
    Spoken expecting(question);
    expecting.ask();
    EXPECT_EQ(Rights({true}), expecting.hear("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"));
}

TEST(Http1, CountsTheAnswerThatEndsTheConnection) {
    for (const std::string head : {"HTTP/1.1 200 OK\r\nConnection: close\r\n", "HTTP/1.0 200 OK\r\n"}) {
        Spoken spoken(get());
        spoken.ask();
        EXPECT_EQ(Rights({true}), spoken.hear(head + "Content-Length: 0\r\n\r\n"));
        EXPECT_EQ(0u, spoken.problem().find("the server closed the connection after 1 answer (")) << spoken.problem();
    }
}

TEST(Http1, TakesABodyThatEndsWithTheConnection) {
    Spoken spoken(get());
    spoken.ask();
    EXPECT_EQ(Rights(), spoken.hear("HTTP/1.1 200 OK\r\n\r\nabc"));
    EXPECT_EQ(Rights({true}), spoken.hear_end());
}

TEST(Http1, SaysHowAConnectionEnded) {
    Spoken within(get());
    within.ask();
    within.hear(ok.substr(0, ok.size() - 1));
    within.hear_end();
    EXPECT_EQ("closed by the peer within a response, after 0 answers", within.problem());

    Spoken between(get());
    between.ask();
    between.hear(ok);
    between.hear_end();
    EXPECT_EQ("closed by the peer after 1 answer", between.problem());

    Spoken unasked(get());
    unasked.hear("HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n");
    EXPECT_EQ("the server sent a response with status 408 that nobody asked for, after 0 answers", unasked.problem());

    Spoken foreign(get());
    foreign.ask();
    foreign.hear("SSH-2.0-OpenSSH_9.2\r\n\r\n");
    EXPECT_EQ(0u, foreign.problem().find("what came after 0 answers is no HTTP/1.1 response: ")) << foreign.problem();
}

TEST(FixedText, ComparesAnswersInAnyParts) {
    Spoken spoken(TextQuestion{"PING\r\n", "+PONG\r\n"});
    EXPECT_EQ("PING\r\nPING\r\nPING\r\nPING\r\n", spoken.ask(4));
    EXPECT_EQ(Rights({true}), spoken.hear("+PONG\r\n+PO"));
    EXPECT_EQ(Rights({true, false}), spoken.hear("NG\r\n+PANG\r\n"));
    EXPECT_EQ(Rights({true}), spoken.hear("+PONG\r\n"));
    spoken.hear_end();
    EXPECT_EQ("closed by the peer after 4 answers", spoken.problem());
}

TEST(FixedText, TakesAWrongAnswerOfAnyLength) {
    Spoken spoken(TextQuestion{"PING\r\n", "+PONG\r\n"});
    spoken.ask();
    spoken.hear("+PONG\r\n");
    spoken.ask();
    EXPECT_EQ(Rights({false}), spoken.hear("-OOM command not allowed\r\n"));
    spoken.ask();
    EXPECT_EQ(Rights({true}), spoken.hear("+PONG\r\n"));
}

TEST(FixedText, SaysWhatCameInstead) {
    Spoken spoken(TextQuestion{"PING\r\n", "+PONG\r\n"});
    spoken.ask();
    EXPECT_EQ(Rights(), spoken.hear("-\x01\"x\r\n"));
    EXPECT_EQ(R"(the server answered "-\x01\"x\r\n", and "+PONG\r\n" is expected (--expect))", spoken.problem());

    Spoken unasked(TextQuestion{"PING\r\n", "+PONG\r\n"});
    unasked.hear("220 ready\r\n");
    EXPECT_EQ("the server sent \"220 ready\\r\\n\", which nobody asked for, after 0 answers", unasked.problem());
}

TEST(Answers, EndWhenTooManyAreAwaited) {
    std::atomic<bool> any_right{false};
    Answers answers(any_right);
    for (std::uint32_t i = 0; i < Answers::most_awaited; ++i) ASSERT_TRUE(answers.await(i));
    EXPECT_FALSE(answers.await(0));
    EXPECT_TRUE(answers.has_ended());
}

Question question_of(const std::string& fields) {
    Request request(R"({"id":1,"op":"connect")" + fields + "}");
    return pingmark::question_of(StackOptions::take(request, question_options(), StackOption::Role::client));
}

TEST(Questions, AreReadFromOptions) {
    const auto http =
        std::get<HttpQuestion>(question_of(R"(,"path":"/a","host":"h","headers":"A: b\nC:d","body":"7b00")"
                                           R"(,"expect_status_from":404,"expect_status_to":404)"));
    EXPECT_EQ("POST", http.method);
    EXPECT_EQ(std::string("{\0", 2), http.body);
    EXPECT_EQ("d", http.headers.at(1).second);
    EXPECT_TRUE(http.expected.has(404));
    EXPECT_FALSE(http.expected.has(200));

    EXPECT_EQ("ab", std::get<TextQuestion>(question_of(R"(,"send":"6162","expect":"63")")).send);
}

TEST(Questions, RefuseWhatContradictsItself) {
    for (const char* fields : {"", R"(,"path":"/")", R"(,"send":"61")", R"(,"send":"61","expect":"61","path":"/")",
                               R"(,"send":"6","expect":"61")", R"(,"send":"6x","expect":"61")",
                               R"(,"path":"/ x","host":"h")", R"(,"path":"/","host":"h","headers":"none")"}) {
        EXPECT_THROW(question_of(fields), Unsupported) << fields;
    }
}

}  // namespace
}  // namespace pingmark
