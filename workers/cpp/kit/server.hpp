#pragma once

#include <atomic>
#include <cstdint>
#include <list>
#include <mutex>
#include <optional>

#include "kit/counter.hpp"
#include "kit/socket_options.hpp"
#include "kit/sockets.hpp"
#include "kit/wire.hpp"

namespace pingmark {

/// A server's socket, if it is not a library's, and what its threads count.
class Server {
public:
    /// Binds, and listens if it is TCP. Without a hello the server is plain: it echoes whatever arrives. One that
    /// `connects_peers` shares its port with sockets of its own.
    Server(const Address& address, Transport transport, const SocketOptions& options, std::optional<Hello> hello,
           bool connects_peers);
    explicit Server(std::optional<Hello> hello) : hello_(hello) {}

    int fd() const { return socket_.fd(); }
    const std::optional<Hello>& hello() const { return hello_; }
    /// Whether datagram peers that have said hello get a socket of their own.
    bool connects_peers() const { return connects_peers_; }

    /// Such a socket, connected to the peer; one without descriptor when there is no room for it.
    Socket open_for(const sockaddr* peer, socklen_t size);

    /// The next connection (flags as for accept4), or -1 when there is none now, or no room for it, after a pause.
    int accept(int flags);

    /// Out of descriptors, or of memory for a thread: says so once, so that a server that is told again and again does
    /// not flood the log. Those who accept pause for `no_room_pause_ms` before they try again.
    void tell_no_room(const char* call, int error);
    static constexpr int no_room_pause_ms = shortage_pause_ns / 1'000'000;

    void count_bad_frame() { ++bad_frames_; }
    void count_rejected() { ++rejected_; }
    void count_connections(int change) { connections_ += change; }

    std::uint64_t messages();
    std::uint64_t bad_frames() const { return bad_frames_; }
    std::uint64_t rejected() const { return rejected_; }
    std::int64_t connections() const { return connections_; }

private:
    friend class MessageCount;

    Socket socket_;
    SocketOptions options_;
    std::optional<Hello> hello_;
    bool connects_peers_ = false;
    bool told_no_room_ = false;
    std::atomic<std::uint64_t> bad_frames_{0};
    std::atomic<std::uint64_t> rejected_{0};
    std::atomic<std::int64_t> connections_{0};

    struct alignas(64) OwnLine {
        Counter counter;
    };
    std::mutex mutex_;
    std::list<OwnLine> running_counts_;
    std::uint64_t ended_count_ = 0;
};

/// A server thread's own count of messages, part of the server's total.
class MessageCount {
public:
    explicit MessageCount(Server& server);
    ~MessageCount();
    MessageCount(const MessageCount&) = delete;

    void add(std::uint64_t n) { place_->counter.add(n); }

private:
    Server& server_;
    std::list<Server::OwnLine>::iterator place_;
};

}  // namespace pingmark
