// Requests to servers that are not Pingmark's: HTTP, or texts whose answer is known. To the kit such a server looks as
// if it echoed: the link remembers each message's number, sends the same request for each, and returns the message when
// its answer has come.

#include <openssl/crypto.h>
#include <sys/types.h>
#include <boost/version.hpp>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string>
#include <utility>

#include "kit/connector.hpp"
#include "kit/failure.hpp"
#include "kit/worker.hpp"
#include "loops/epoll.hpp"
#include "requests/answers.hpp"
#include "requests/channel.hpp"
#include "requests/dialect.hpp"
#include "requests/fixed_text.hpp"
#include "requests/http1.hpp"
#include "requests/http2.hpp"
#include "requests/questions.hpp"

namespace {

using namespace pingmark;

class RequestLink final : public Link {
public:
    RequestLink(std::unique_ptr<Channel> channel, std::unique_ptr<Dialect> dialect)
        : channel_(std::move(channel)), dialect_(std::move(dialect)) {}

    Begun begin() override { return channel_->begin(); }
    std::string problem() const override { return answers_.problem(); }
    bool holds_more() const { return channel_->holds_more(); }

    /// Returns the messages of all answers that one call brought. A call that brought a part of one is followed by
    /// another.
    ssize_t receive(char* to, std::size_t) override {
        answers_.collect_at(to);
        while (!answers_.has_ended()) {
            const ssize_t n = channel_->receive(dialect_->space(), dialect_->room());
            if (n < 0) return n;
            if (n == 0) {
                dialect_->closed(answers_);
            } else {
                dialect_->arrived(static_cast<std::size_t>(n), answers_);
            }
            // What the dialect owes by itself; the next send tells of what goes wrong.
            flush();
            if (answers_.bytes() > 0) return static_cast<ssize_t>(answers_.bytes());
        }
        return 0;
    }

    /// A message counts as sent when all of its request is.
    ssize_t send(const char* from, std::size_t n) override {
        if (taken_ == 0) take(from, n);
        if (answers_.has_ended()) {
            errno = EPIPE;
            return -1;
        }
        return flush() ? static_cast<ssize_t>(std::exchange(taken_, 0)) : -1;
    }

private:
    /// False: not all is sent, for the reason in errno.
    bool flush() {
        for (std::string_view bytes; !(bytes = dialect_->unsent()).empty();) {
            const ssize_t sent = channel_->send(bytes.data(), bytes.size());
            if (sent <= 0) {
                if (sent == 0) errno = EPIPE;
                return false;
            }
            dialect_->sent(static_cast<std::size_t>(sent));
        }
        return true;
    }

    /// Messages are of one size, and may come in parts.
    void take(const char* from, std::size_t n) {
        while (taken_ < n) {
            const std::size_t part = std::min(sizeof message_ - message_bytes_, n - taken_);
            std::memcpy(message_ + message_bytes_, from + taken_, part);
            message_bytes_ += part;
            taken_ += part;
            if (message_bytes_ < sizeof message_) return;
            message_bytes_ = 0;
            const std::uint32_t sequence = load_u32(message_ + length_bytes);
            if (!answers_.await(sequence)) return;
            dialect_->ask(sequence);
        }
    }

    std::unique_ptr<Channel> channel_;
    std::unique_ptr<Dialect> dialect_;
    inline static std::atomic<bool> any_right_{false};

    Answers answers_{any_right_};
    char message_[Answers::message_bytes];
    std::size_t message_bytes_ = 0;  ///< of the message that comes in parts
    std::size_t taken_ = 0;          ///< bytes of messages whose requests are not yet sent
};

std::unique_ptr<Dialect> speak(const HttpQuestion& question, bool is_encrypted) {
    if (question.is_http2) return std::make_unique<Http2>(question, is_encrypted);
    return std::make_unique<Http1>(question);
}
std::unique_ptr<Dialect> speak(const TextQuestion& question, bool) { return std::make_unique<FixedText>(question); }

std::unique_ptr<Link> open_link(int fd, const ConnectPlan& plan) {
    const bool is_encrypted = plan.stack_options.flag("tls");
    auto channel = is_encrypted ? open_tls(fd, plan) : std::make_unique<PlainChannel>(fd);
    auto dialect = std::visit([&](const auto& question) { return speak(question, is_encrypted); },
                              question_of(plan.stack_options));
    return std::make_unique<RequestLink>(std::move(channel), std::move(dialect));
}

void settle(StackOptions& options) {
    question_of(options);
    if (options.flag("tls")) prepare_tls(options);
}

Stack describe(const char* id, const char* about, const Transport& transport) {
    Stack stack{id, about, "one thread, which waits in epoll_wait"};
    stack.transport = transport;
    stack.max_stream_bytes = Answers::message_bytes;
    // What is in flight stays well below what can be awaited, so that answers may be late.
    stack.max_in_flight_bytes = 8'192 * Answers::message_bytes;
    stack.options = question_options();
    const std::vector<StackOption> tls = tls_options();
    stack.options.insert(stack.options.end(), tls.begin(), tls.end());
    stack.settle_options = settle;
    stack.open_link = open_link;
    stack.needs_framing = true;
    stack.make_loop = make_loop<EpollLoop<LinkCalls<RequestLink>>>;
    return stack;
}

const Registration over_tcp(describe("cpp/requests", "requests of HTTP, or of texts, to a server of any program",
                                     {"requests", true, true, false, false}));
const Registration over_unix(describe("cpp/requests-unix", "the same over Unix stream sockets",
                                      {"requests-unix", true, false, true, false}));

}  // namespace

int main() {
    const std::string boost = std::to_string(BOOST_VERSION / 100'000) + "." +
                              std::to_string(BOOST_VERSION / 100 % 1'000) + "." + std::to_string(BOOST_VERSION % 100);
    run_worker("cpp/requests", {"Boost.Beast " + boost, OpenSSL_version(OPENSSL_VERSION),
                                std::string("nghttp2 ") + nghttp2_version(0)->version_str});
}
