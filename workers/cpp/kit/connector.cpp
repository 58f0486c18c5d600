#include "kit/connector.hpp"

#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>

#include "kit/clock.hpp"
#include "kit/failure.hpp"

namespace pingmark {

namespace {

/// One connection that is coming up.
class Attempt {
public:
    explicit Attempt(const ConnectPlan& plan)
        : plan_(&plan), started_(now_ns()), socket_(open_socket(plan.address, plan.transport)) {
        plan.options.apply(fd());
        if (connect(fd(), plan.address.get(), plan.address.size()) == 0) {
            connected();
        } else if (errno != EINPROGRESS) {
            fail(errno);
        }
    }

    int fd() const { return socket_.fd(); }
    short awaited() const { return connected_ && !wants_to_send_ ? POLLIN : POLLOUT; }
    /// Something may have arrived although the socket does not show it.
    bool is_polled() const { return link_ && link_->is_polled() && begun_; }
    bool is_up() const { return up_; }
    std::int64_t started() const { return started_; }
    Connected release() { return {std::move(socket_), std::move(link_)}; }

    void ready() {
        if (begun_) {
            read_answer();
            return;
        }
        if (connected_) {
            begin();
            return;
        }
        int error = 0;
        socklen_t size = sizeof error;
        if (getsockopt(fd(), SOL_SOCKET, SO_ERROR, &error, &size) != 0) fail(errno);
        if (error != 0) fail(error);
        connected();
    }

    /// A datagram's hello may be lost.
    void repeat_hello(std::int64_t now) {
        if (!plan_->transport.is_stream && now - hello_sent_ >= hello_repeat_ns) send_hello();
    }

private:
    void connected() {
        connected_ = true;
        if (plan_->open_link != nullptr) link_ = plan_->open_link(fd(), *plan_);
        begin();
    }

    void begin() {
        if (link_) {
            const Link::Begun begun = link_->begin();
            wants_to_send_ = begun == Link::Begun::wants_to_send;
            if (begun != Link::Begun::yes) return;
        }
        begun_ = true;
        if (plan_->hello) {
            send_hello();
        } else {
            up_ = true;
        }
    }

    void send_hello() {
        const std::string body = plan_->hello_body();
        char length[length_bytes];
        store_u32(length, static_cast<std::uint32_t>(body.size()));
        const std::string message = std::string(length, plan_->transport.is_stream ? length_bytes : 0) + body;
        hello_sent_ = now_ns();
        const ssize_t n = give(message.data(), message.size());
        const bool is_repeated = !plan_->transport.is_stream && is_lost(errno);
        if (n < 0 && errno != EAGAIN && !is_repeated) fail(errno);
    }

    void read_answer() {
        char expected[length_bytes + sizeof hello_answer];
        store_u32(expected, sizeof hello_answer);
        std::memcpy(expected + length_bytes, hello_answer, sizeof hello_answer);
        const std::size_t skipped = plan_->transport.is_stream ? 0 : length_bytes;
        const std::size_t wanted = sizeof expected - skipped;

        const ssize_t n = take(answer_ + answered_, wanted - answered_);
        if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
        if (n < 0) fail(errno);
        if (n == 0)
            throw Failure("connect " + plan_->address.text() +
                          ": closed by the peer at the hello (is the token right?)");
        answered_ += static_cast<std::size_t>(n);
        if (answered_ < wanted && plan_->transport.is_stream) return;
        if (answered_ < wanted || std::memcmp(answer_, expected + skipped, wanted) != 0) {
            throw Failure("connect " + plan_->address.text() + ": the answer to the hello is not PMOK");
        }
        up_ = true;
    }

    ssize_t give(const char* from, std::size_t n) {
        return link_ ? link_->send(from, n) : send(fd(), from, n, MSG_NOSIGNAL);
    }

    ssize_t take(char* to, std::size_t room) { return link_ ? link_->receive(to, room) : recv(fd(), to, room, 0); }

    [[noreturn]] void fail(int error) const {
        throw Failure(describe_error("connect " + plan_->address.text(), error));
    }

    const ConnectPlan* plan_;
    std::int64_t started_;
    Socket socket_;
    std::unique_ptr<Link> link_;
    bool connected_ = false;
    bool begun_ = false;
    bool wants_to_send_ = false;
    bool up_ = false;
    std::int64_t hello_sent_ = 0;
    char answer_[length_bytes + sizeof hello_answer] = {};
    std::size_t answered_ = 0;
};

}  // namespace

std::string ConnectPlan::hello_body() const {
    char numbers[tick_hello_bytes - hello_bytes];
    store_u32(numbers, ticks ? ticks.rate_hz : acknowledged_every);
    store_u32(numbers + sizeof(std::uint32_t), ticks.snapshot_bytes);
    const std::size_t bytes = ticks ? tick_hello_bytes : acknowledged_every > 0 ? one_way_hello_bytes : hello_bytes;
    return std::string(hello->bytes, hello_bytes).append(numbers, bytes - hello_bytes);
}

std::vector<Connected> connect_all(const ConnectPlan& plan, Histogram& times) {
    // A few at a time, so that far round trips overlap and near connections do not queue for each other.
    constexpr std::size_t at_once = 16;
    const std::int64_t deadline = now_ns() + plan.timeout;
    const auto wanted = static_cast<std::size_t>(plan.connections);
    const bool timed = plan.hello || plan.transport.is_stream;
    std::vector<Connected> up;
    std::vector<Attempt> attempts;
    std::vector<pollfd> polled;

    while (up.size() < wanted) {
        while (attempts.size() < at_once && up.size() + attempts.size() < wanted) attempts.emplace_back(plan);
        const std::int64_t now = now_ns();
        for (std::size_t i = 0; i < attempts.size();) {
            if (!attempts[i].is_up()) {
                attempts[i++].repeat_hello(now);
                continue;
            }
            if (timed) times.record(static_cast<std::uint64_t>(now - attempts[i].started()));
            up.push_back(attempts[i].release());
            attempts.erase(attempts.begin() + static_cast<std::ptrdiff_t>(i));
        }
        if (now > deadline && up.size() < wanted) {
            throw Failure("connect " + plan.address.text() + ": timed out with " + std::to_string(up.size()) + " of " +
                          std::to_string(wanted) + " connections up");
        }
        polled.clear();
        bool any_is_polled = false;
        for (const Attempt& attempt : attempts) {
            polled.push_back({attempt.fd(), attempt.awaited(), 0});
            any_is_polled = any_is_polled || attempt.is_polled();
        }
        constexpr std::int64_t wake_up_ns = 20 * millisecond;
        constexpr std::int64_t next_poll_ns = 50'000;
        const timespec timeout{0, any_is_polled ? next_poll_ns : wake_up_ns};
        if (polled.empty() || (ppoll(polled.data(), polled.size(), &timeout, nullptr) <= 0 && !any_is_polled)) continue;
        for (std::size_t i = 0; i < attempts.size(); ++i) {
            if (polled[i].revents != 0 || attempts[i].is_polled()) attempts[i].ready();
        }
    }
    return up;
}

}  // namespace pingmark
