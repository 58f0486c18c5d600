#include "serving.hpp"

#include <fcntl.h>
#include <grpcpp/grpcpp.h>
#include <grpcpp/server_posix.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "echo.grpc.pb.h"
#include "kit/poller.hpp"

namespace pingmark {

namespace {

/// What is known of a connection, at the place of the descriptor that gRPC has of it.
struct Place {
    std::atomic<bool> is_greeted{false};
};

constexpr std::size_t places = 1 << 16;

/// What gRPC calls a connection that it was given: "fd:17". Beyond all places where it has another name.
std::size_t descriptor_in(const std::string& peer) {
    constexpr std::string_view before = "fd:";
    std::size_t fd = places;
    if (peer.compare(0, before.size(), before) == 0)
        std::from_chars(peer.data() + before.size(), peer.data() + peer.size(), fd);
    return fd;
}

bool is_message(std::string_view body) {
    return body.size() >= min_message_bytes && body.size() <= max_stream_message_bytes &&
           load_u32(body.data()) == body.size() - length_bytes;
}

/// The calls of all connections, by gRPC's callback API.
class Service final : public rpc::EchoService::CallbackService {
public:
    explicit Service(Server& server) : server_(server), places_(new Place[places]) {}

    void begin(int fd) { places_[static_cast<std::size_t>(fd)].is_greeted = !server_.hello(); }

private:
    grpc::ServerUnaryReactor* Echo(grpc::CallbackServerContext* context, const rpc::Message* request,
                                   rpc::Message* reply) override {
        grpc::ServerUnaryReactor* const reactor = context->DefaultReactor();
        const std::size_t fd = descriptor_in(context->peer());
        if (fd < places && answer(places_[fd], request->body(), *reply->mutable_body())) {
            reactor->Finish(grpc::Status::OK);
            return reactor;
        }
        // The descriptor is open as long as the call is.
        if (fd < places) {
            server_.remember_stranger(static_cast<int>(fd));
            shutdown(static_cast<int>(fd), SHUT_RDWR);
        }
        reactor->Finish(grpc::Status(grpc::StatusCode::PERMISSION_DENIED, ""));
        return reactor;
    }

    bool answer(Place& of, const std::string& body, std::string& reply) {
        if (of.is_greeted.load(std::memory_order_relaxed)) {
            if (server_.hello() && !is_message(body)) {
                server_.count_bad_frame();
                return false;
            }
            thread_local MessageCount messages(server_);
            messages.add(1);
            reply = body;
            return true;
        }
        if (!is_message(body) || !server_.hello()->equals(body.data() + length_bytes, body.size() - length_bytes)) {
            server_.count_rejected();
            return false;
        }
        of.is_greeted = true;
        char length[length_bytes];
        store_u32(length, sizeof hello_answer);
        reply.assign(length, length_bytes).append(hello_answer, sizeof hello_answer);
        return true;
    }

    Server& server_;
    std::unique_ptr<Place[]> places_;
};

/// Accepts connections and sees them end, on descriptors of its own: gRPC has another of each.
class Connections {
public:
    Connections(Server& server, Service& service, grpc::Server& grpc)
        : server_(server), service_(service), grpc_(grpc) {
        poller_.add(server_.fd(), nullptr);
    }

    void turn() {
        const std::size_t n = rests_ ? poller_.wait(server_.rest_ns()) : poller_.wait();
        if (rests_ && server_.rest_ns() == 0) watch(true);
        for (std::size_t i = 0; i < n; ++i) {
            if (poller_.events[i].data.ptr == nullptr) {
                accept_all();
            } else {
                end(static_cast<int>(reinterpret_cast<std::intptr_t>(poller_.events[i].data.ptr)));
            }
        }
    }

private:
    void accept_all() {
        for (int fd; (fd = server_.accept(SOCK_NONBLOCK)) >= 0;) {
            const int of_grpc = fcntl(fd, F_DUPFD_CLOEXEC, 0);
            if (of_grpc < 0 || static_cast<std::size_t>(of_grpc) >= places) {
                server_.no_room("a descriptor for gRPC", of_grpc < 0 ? errno : EMFILE);
                if (of_grpc >= 0) close(of_grpc);
                close(fd);
                break;
            }
            server_.opened(fd);
            auto* const what = reinterpret_cast<void*>(static_cast<std::intptr_t>(fd));
            poller_.add(fd, what);
            poller_.change(fd, EPOLLRDHUP, what);
            service_.begin(of_grpc);
            grpc::AddInsecureChannelFromFd(&grpc_, of_grpc);
        }
        if (server_.rest_ns() > 0) watch(false);
    }

    void end(int fd) {
        poller_.remove(fd);
        server_.closes(fd);
        shutdown(fd, SHUT_RDWR);
        close(fd);
    }

    void watch(bool on) {
        rests_ = !on;
        poller_.change(server_.fd(), on ? static_cast<std::uint32_t>(EPOLLIN) : 0u, nullptr);
    }

    Server& server_;
    Service& service_;
    grpc::Server& grpc_;
    Poller poller_;
    bool rests_ = false;
};

}  // namespace

void serve_grpc(Server& server) {
    Service service(server);
    grpc::ServerBuilder builder;
    builder.RegisterService(&service);
    const std::unique_ptr<grpc::Server> grpc = builder.BuildAndStart();
    Connections connections(server, service, *grpc);
    for (;;) connections.turn();
}

}  // namespace pingmark
