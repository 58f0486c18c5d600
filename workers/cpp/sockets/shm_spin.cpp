// Streams in shared memory: one thread polls all rings, and never waits.

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "kit/clock.hpp"
#include "kit/connector.hpp"
#include "kit/echo_buffer.hpp"
#include "kit/stack.hpp"
#include "kit/transmit.hpp"
#include "loops/spin.hpp"
#include "shared_memory.hpp"

namespace {

using namespace pingmark;

/// A server's connection.
class EchoShared {
public:
    EchoShared(Server& server, MessageCount& messages, Socket socket, Segment segment)
        : socket_(std::move(socket)),
          stream_(socket_.fd(), std::move(segment), SharedStream::End::server),
          buffer_(server, messages, socket_.fd()) {}

    /// Returns the received bytes; -1: the connection has ended.
    ssize_t serve() {
        if (const std::size_t passed = pass()) return static_cast<ssize_t>(passed);
        ssize_t received = 0;
        if (!buffer_.has_unsent()) {
            received = stream_.receive(buffer_.space(), buffer_.room());
            if (received <= 0) return received < 0 && errno == EAGAIN ? 0 : -1;
            buffer_.received(static_cast<std::size_t>(received));
        }
        while (buffer_.has_unsent()) {
            const ssize_t n = stream_.send(buffer_.unsent(), buffer_.unsent_bytes());
            if (n < 0) return errno == EAGAIN ? received : -1;
            buffer_.sent(static_cast<std::size_t>(n));
        }
        return buffer_.is_broken() ? -1 : received;
    }

    bool has_unsent() const { return buffer_.has_unsent(); }

private:
    /// Echoes whole messages from ring to ring without a buffer. Returns their bytes.
    std::size_t pass() {
        const std::string_view arrived = stream_.arrived();
        if (arrived.empty()) return 0;
        const std::size_t passed = buffer_.passes(arrived.substr(0, stream_.room(arrived.size())));
        if (passed == 0) return 0;
        stream_.send(arrived.data(), passed);
        stream_.take(passed);
        return passed;
    }

    Socket socket_;
    SharedStream stream_;
    EchoBuffer buffer_;
};

/// Maps the segment that the client names, and removes the name.
Segment introduced(int fd, const std::string& folder) {
    set_call_timeouts(fd, second);
    char said[Introduction::bytes];
    const ssize_t n = recv(fd, said, sizeof said, MSG_WAITALL);
    const std::string name(said + sizeof Introduction::magic, Introduction::name_bytes);
    if (n != static_cast<ssize_t>(sizeof said) || !Introduction::is_name(name) ||
        std::memcmp(said, Introduction::magic, sizeof Introduction::magic) != 0) {
        throw Failure("rejected a peer that names no segment");
    }
    const std::string path = folder + "/" + name;
    Segment segment = Segment::open(path);
    unlink(path.c_str());
    if (::send(fd, hello_answer, sizeof hello_answer, MSG_NOSIGNAL) < 0) throw Failure(describe_error("send", errno));
    return segment;
}

std::string folder_of(const Server& server) { return Address::of_local_end(server.fd()).host(); }

/// Accepts connections, on its own thread, which may wait.
class Newcomers {
public:
    struct One {
        Socket socket;
        Segment segment;
    };

    explicit Newcomers(Server& server) : server_(server), folder_(folder_of(server)) {
        set_blocking(server_.fd());
        std::thread([this] { accept_all(); }).detach();
    }

    bool any() const { return any_.load(std::memory_order_acquire); }

    std::vector<One> take() {
        const std::lock_guard<std::mutex> lock(mutex_);
        any_ = false;
        return std::exchange(waiting_, {});
    }

private:
    [[noreturn]] void accept_all() {
        for (;;) {
            Socket socket(server_.accept(0));
            if (socket.fd() < 0) {
                server_.rest();
                continue;
            }
            try {
                Segment segment = introduced(socket.fd(), folder_);
                const std::lock_guard<std::mutex> lock(mutex_);
                waiting_.push_back({std::move(socket), std::move(segment)});
                any_.store(true, std::memory_order_release);
            } catch (const Failure& failure) {
                server_.count_rejected();
                std::fprintf(stderr, "%s\n", failure.what());
            }
        }
    }

    Server& server_;
    std::string folder_;
    std::mutex mutex_;
    std::vector<One> waiting_;
    std::atomic<bool> any_{false};
};

void serve(Server& server) {
    MessageCount messages(server);
    Newcomers newcomers(server);
    std::vector<std::unique_ptr<EchoShared>> streams;
    for (;;) {
        if (newcomers.any()) {
            for (Newcomers::One& one : newcomers.take()) {
                streams.push_back(
                    std::make_unique<EchoShared>(server, messages, std::move(one.socket), std::move(one.segment)));
            }
        }
        for (std::size_t i = 0; i < streams.size(); ++i) {
            if (streams[i]->serve() >= 0) continue;
            std::swap(streams[i--], streams.back());
            streams.pop_back();
        }
    }
}

/// The server's end of a connection that the client's thread runs.
class SharedEnd final : public OtherEnd {
public:
    SharedEnd(Server& server, Socket socket, Segment segment)
        : messages_(server), stream_(server, messages_, std::move(socket), std::move(segment)) {}

protected:
    ssize_t serve() override { return stream_.serve(); }
    bool has_unsent() const override { return stream_.has_unsent(); }

private:
    MessageCount messages_;
    EchoShared stream_;
};

std::unique_ptr<OtherEnd> meet(Server& server) {
    Socket socket(server.accept(0));
    if (socket.fd() < 0) throw Failure("the server's end can't be accepted");
    Segment segment = introduced(socket.fd(), folder_of(server));
    return std::make_unique<SharedEnd>(server, std::move(socket), std::move(segment));
}

/// A client's connection. It creates the segment; the server removes its name, or else the destructor.
class SharedLink final : public Link {
public:
    SharedLink(int fd, const ConnectPlan& plan)
        : fd_(fd),
          what_("connect " + plan.address.text() + ": "),
          name_(Introduction::new_name()),
          path_(plan.address.host() + "/" + name_),
          stream_(fd, introduce(), SharedStream::End::client) {}
    ~SharedLink() override {
        if (!begun_) unlink(path_.c_str());
    }

    Begun begin() override {
        char answer[sizeof hello_answer];
        const ssize_t n = recv(fd_, answer, sizeof answer, MSG_DONTWAIT);
        if (n < 0 && (errno == EAGAIN || errno == EINTR)) return Begun::wants_to_receive;
        if (n < 0) throw Failure(what_ + describe_error("recv", errno));
        if (!is_hello_answer(answer, static_cast<std::size_t>(n)))
            throw Failure(what_ + "closed by the peer, which did not take the segment");
        begun_ = true;
        return Begun::yes;
    }

    ssize_t receive(char* to, std::size_t room) override { return stream_.receive(to, room); }
    ssize_t send(const char* from, std::size_t n) override { return stream_.send(from, n); }
    bool is_polled() const override { return true; }

    SharedStream& stream() { return stream_; }

private:
    Segment introduce() {
        try {
            Segment segment = Segment::create(path_);
            char said[Introduction::bytes];
            std::memcpy(said, Introduction::magic, sizeof Introduction::magic);
            std::memcpy(said + sizeof Introduction::magic, name_.data(), name_.size());
            if (::send(fd_, said, sizeof said, MSG_NOSIGNAL) != static_cast<ssize_t>(sizeof said))
                throw Failure(describe_error("send", errno));
            return segment;
        } catch (const Failure& failure) {
            unlink(path_.c_str());
            throw Failure(what_ + failure.what());
        }
    }

    int fd_;
    std::string what_;
    std::string name_;
    std::string path_;
    bool begun_ = false;
    SharedStream stream_;
};

/// One thread polls all rings. Messages are composed in the ring, and answers are matched and verified in the ring, if
/// they lie there in one piece.
class Loop : public ClientLoop {
public:
    void measure(Lane& lane) override {
        spin(
            lane, [&](Connection& connection) { send(lane, connection); },
            [&](Connection& connection, auto& transmit) { return receive(lane, connection, transmit); });
    }

private:
    static constexpr std::size_t most_delivered = 64;

    static SharedStream& stream_of(const Connection& connection) {
        return static_cast<SharedLink&>(*connection.link()).stream();
    }

    static void send(Lane& lane, Connection& connection) {
        SharedStream& stream = stream_of(connection);
        send_stream_by(lane, connection, [&stream](const char* data, std::size_t n) { return stream.send(data, n); });
        if (connection.outbox.pending() == 0) connection.outbox.compose_at(stream.place(), room_at_place(stream));
    }

    static std::size_t room_at_place(SharedStream& stream) {
        const std::size_t in_one_piece = stream.in_one_piece();
        return std::min(in_one_piece, stream.room(in_one_piece));
    }

    template <class Transmit>
    Arrival receive(Lane& lane, Connection& connection, Transmit& transmit) {
        SharedStream& stream = stream_of(connection);
        if (lane.traffic().framing == Framing::length_le && connection.inbox.available() == 0) {
            if (const std::size_t taken = find_whole(stream.arrived())) {
                lane.delivered(connection, whole_.data(), whole_.size(), transmit);
                stream.take(taken);
                return whole_.size() == most_delivered ? Arrival::full : Arrival::some;
            }
        }
        const ssize_t n = stream.receive(connection.inbox.space(), connection.inbox.room());
        return lane.received(connection, n, transmit);
    }

    /// Finds whole messages, and returns their bytes.
    std::size_t find_whole(std::string_view arrived) {
        whole_.clear();
        std::size_t taken = 0;
        while (arrived.size() - taken >= length_bytes && whole_.size() < most_delivered) {
            const char* const message = arrived.data() + taken;
            const std::uint32_t length = load_u32(message);
            if (!is_body_length(length) || arrived.size() - taken < length_bytes + length) break;
            whole_.push_back({message + length_bytes, length});
            taken += length_bytes + length;
        }
        return taken;
    }

    std::vector<Delivery> whole_;  ///< messages of one pass
};

std::unique_ptr<Link> open_link(int fd, const ConnectPlan& plan) { return std::make_unique<SharedLink>(fd, plan); }

Stack describe() {
    Stack stack{"cpp/shm-spin", "Shared memory, two rings a connection, one busy thread that polls all of them",
                "one thread on each side, which never waits; in the server another that accepts"};
    stack.transport = Transport::shared_memory;
    stack.waits = "spin";
    // Segments take memory of the machine.
    stack.max_connections = 256;
    stack.open_link = open_link;
    stack.serve = serve;
    stack.one_thread = meet;
    stack.make_loop = make_loop<Loop>;
    return stack;
}

const Registration registration(describe());

}  // namespace
