// HTTP/1.1 with Boost.Beast. The server is Beast's asynchronous one. The client has the event loop of loops/epoll.hpp,
// and Beast's parser: it is the reference client of HTTP.

#include <sys/socket.h>

#include <cerrno>
#include <memory>

#include "kit/link.hpp"
#include "loops/epoll.hpp"
#include "requests.hpp"
#include "responses.hpp"
#include "serving.hpp"

namespace {

using namespace pingmark;

constexpr Transport http{"http", true, true, false, false};

/// A client's connection. Its stream is the bodies of requests, and the bodies of responses.
class HttpLink final : public Link {
public:
    HttpLink(int fd, const ConnectPlan& plan) : fd_(fd), requests_(plan.address.text()) {}

    Begun begin() override { return Begun::yes; }

    ssize_t receive(char* to, std::size_t room) override {
        // Bodies are shorter than what they came in, and so have room.
        for (;;) {
            const ssize_t n = recv(fd_, responses_.space(), std::min(room, responses_.room()), 0);
            if (n <= 0) return n;
            const std::size_t bytes = responses_.arrived(static_cast<std::size_t>(n), to);
            if (bytes > 0) return static_cast<ssize_t>(bytes);
            if (responses_.problem() == Responses::Problem::refused) return 0;
            if (responses_.problem() == Responses::Problem::malformed) {
                errno = EPROTO;
                return -1;
            }
        }
    }

    ssize_t send(const char* from, std::size_t n) override {
        if (requests_.unsent_bytes() == 0) requests_.take(from, n);
        const ssize_t taken = ::send(fd_, requests_.unsent(), requests_.unsent_bytes(), MSG_NOSIGNAL);
        if (taken < 0) return taken;
        const std::size_t done = requests_.sent(static_cast<std::size_t>(taken));
        if (done > 0) return static_cast<ssize_t>(done);
        errno = EAGAIN;
        return -1;
    }

private:
    int fd_;
    Requests requests_;
    Responses responses_;
};

struct HttpCalls {
    static Link& link(const Connection& connection) { return *connection.link(); }

    static ssize_t receive(Connection& connection) {
        return link(connection).receive(connection.inbox.space(), connection.inbox.room());
    }
    static void send(Lane& lane, Connection& connection) {
        send_stream_by(lane, connection,
                       [&to = link(connection)](const char* data, std::size_t n) { return to.send(data, n); });
    }
    static bool holds_more(const Connection&) { return false; }
};

std::unique_ptr<Link> open_link(int fd, const ConnectPlan& plan) { return std::make_unique<HttpLink>(fd, plan); }

Stack describe() {
    Stack stack =
        describe_epoll("cpp/beast-http", "HTTP/1.1 with Boost.Beast: a message in the body of each request", http);
    stack.threading = "server: one thread with an io_context; client: one thread, which waits in epoll_wait";
    stack.open_link = open_link;
    stack.needs_framing = true;
    stack.one_way = false;
    stack.ticks = false;
    stack.serve = serve_http;
    stack.make_loop = make_loop<EpollLoop<HttpCalls>>;
    return stack;
}

const Registration registration(describe());

}  // namespace
