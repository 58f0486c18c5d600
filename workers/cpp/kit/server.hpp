#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <list>
#include <mutex>
#include <optional>
#include <set>
#include <string>

#include "kit/counts.hpp"
#include "kit/options.hpp"
#include "kit/sockets.hpp"
#include "kit/wire.hpp"

namespace pingmark {

/// A server's socket, unless a library has it, and its counts.
class Server {
public:
    /// Binds, and listens for streams. Without a hello the server is plain: it echoes whatever arrives. With
    /// `connects_peers`, peers get their own sockets on the same port.
    Server(const Address& address, Transport transport, const SocketOptions& options, std::optional<Hello> hello,
           bool connects_peers);
    explicit Server(std::optional<Hello> hello) : hello_(hello) {}

    /// Forgets all peers, and ends connections that clients have not ended within a second. Serving goes on.
    void disconnect();

    /// Call before a thread serves.
    void set_stack_options(const StackOptions& options) { stack_options_ = options; }
    const StackOptions& stack_options() const { return stack_options_; }

    int fd() const { return socket_.fd(); }
    const std::optional<Hello>& hello() const { return hello_; }
    /// Whether datagram peers that said hello get their own sockets.
    bool connects_peers() const { return connects_peers_; }

    /// Whether its socket is bound to a wildcard address, and the kernel tells which address a datagram was sent to.
    bool is_at_any_address() const { return is_at_any_address_; }

    /// Such a socket, connected to the peer; without a descriptor if that fails.
    Socket open_for(const sockaddr* peer, socklen_t size);

    /// The next connection (flags as for accept4); -1: none is waiting, or descriptors have run out. It never waits for
    /// descriptors, so that other connections are served.
    int accept(int flags);

    /// Descriptors or memory have run out: pauses accepting.
    void no_room(const char* call, int error);
    /// How long the pause still lasts; 0: there is none.
    std::int64_t rest_ns() const;
    /// Waits until the pause is over, in a thread that only accepts.
    void rest() const;

    /// A stream connection begins; it ends before its descriptor is closed.
    void opened(int fd);
    void closes(int fd);

    /// For datagram and library stacks: whether the serving thread has to forget its peers. It checks now and then, and
    /// then calls `forgot`.
    bool must_forget() const { return must_forget_.load(std::memory_order_acquire); }
    void forgot() { must_forget_.store(false, std::memory_order_release); }
    /// For a thread that may wait forever: another thread calls `wake` to make it check. It also has to check once
    /// after this call.
    void wake_by(std::function<void()> wake);

    void count_bad_frame() { ++bad_frames_; }
    void count_rejected() { ++rejected_; }
    /// Remembers a rejected peer: of a stream, or by its address.
    void remember_stranger(int stream);
    void remember_stranger(const Address& address);
    void count_snapshot() { ++snapshots_; }
    void count_connections(int change) { connections_ += change; }

    std::uint64_t messages();
    std::uint64_t bad_frames() const { return bad_frames_; }
    std::uint64_t rejected() const { return rejected_; }
    std::uint64_t snapshots() const { return snapshots_; }
    /// Address and port of the last rejected peer; empty: none.
    std::string last_stranger();
    std::int64_t connections() const { return connections_; }

private:
    friend class MessageCount;

    enum class Peers { streams, datagrams, of_library };

    /// Prints only once, so that the log is not flooded.
    void print_no_room(const char* call, int error);
    bool wait_for_none(std::int64_t patience_ns) const;
    void shut_down_streams();
    void let_peers_be_forgotten();

    Peers peers_ = Peers::of_library;
    Socket socket_;
    SocketOptions options_;
    StackOptions stack_options_;
    std::optional<Hello> hello_;
    bool is_local_ = false;  ///< accepted sockets do not inherit options
    bool connects_peers_ = false;
    bool is_at_any_address_ = false;
    bool printed_no_room_ = false;
    std::int64_t rests_until_ = 0;
    std::atomic<std::uint64_t> bad_frames_{0};
    std::atomic<std::uint64_t> rejected_{0};
    std::atomic<std::uint64_t> snapshots_{0};
    std::atomic<std::int64_t> connections_{0};

    struct alignas(64) OwnLine {
        Counter counter;
    };
    std::atomic<bool> must_forget_{false};
    std::mutex mutex_;
    std::optional<Address> last_stranger_;
    std::set<int> streams_;
    std::function<void()> wake_;
    std::list<OwnLine> running_counts_;
    std::uint64_t ended_count_ = 0;
};

/// A server thread's own message count, a part of the server's total.
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
