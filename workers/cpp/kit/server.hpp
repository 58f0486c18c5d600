#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <list>
#include <mutex>
#include <optional>
#include <set>
#include <string>

#include "kit/counter.hpp"
#include "kit/socket_options.hpp"
#include "kit/sockets.hpp"
#include "kit/stack_options.hpp"
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

    /// Forgets all peers, and ends the connections that their clients have not ended a second later. The serving
    /// threads go on.
    void disconnect();

    /// Before a thread serves.
    void set_stack_options(const StackOptions& options) { stack_options_ = options; }
    const StackOptions& stack_options() const { return stack_options_; }

    int fd() const { return socket_.fd(); }
    const std::optional<Hello>& hello() const { return hello_; }
    /// Whether datagram peers that have said hello get a socket of their own.
    bool connects_peers() const { return connects_peers_; }

    /// Such a socket, connected to the peer; one without descriptor when there is no room for it.
    Socket open_for(const sockaddr* peer, socklen_t size);

    /// The next connection (flags as for accept4), or -1 when there is none now, or no room for it. It never waits for
    /// room: who serves other connections too goes on with those.
    int accept(int flags);

    /// Out of descriptors, or of memory for a thread: nothing is accepted for a while.
    void no_room(const char* call, int error);
    /// How long that is from now on; 0: there may be room again.
    std::int64_t rest_ns() const;
    /// Waits so long, for a thread that does nothing but accept.
    void rest() const;

    /// A stream connection, from when it is served to before its descriptor is closed.
    void opened(int fd);
    void closes(int fd);

    /// For stacks whose peers are no stream connections: whether the serving thread is to forget them now. It looks
    /// now and then, and says when it has done so.
    bool must_forget() const { return must_forget_.load(std::memory_order_acquire); }
    void forgot() { must_forget_.store(false, std::memory_order_release); }
    /// For a thread that may wait without end: `wake`, which another thread calls, lets it look. It has to look once
    /// after this, too.
    void wake_by(std::function<void()> wake);

    void count_bad_frame() { ++bad_frames_; }
    void count_rejected() { ++rejected_; }
    /// Who that was: the peer of a stream, or the sender of a datagram.
    void remember_stranger(int stream);
    void remember_stranger(const Address& address);
    void count_snapshot() { ++snapshots_; }
    void count_connections(int change) { connections_ += change; }

    std::uint64_t messages();
    std::uint64_t bad_frames() const { return bad_frames_; }
    std::uint64_t rejected() const { return rejected_; }
    /// Given to connections unasked.
    std::uint64_t snapshots() const { return snapshots_; }
    /// Address and port of the last one; empty when there was none.
    std::string last_stranger();
    std::int64_t connections() const { return connections_; }

private:
    friend class MessageCount;

    enum class Peers { streams, datagrams, of_library };

    /// Once, so that a server that is told again and again does not flood the log.
    void tell_no_room(const char* call, int error);
    bool wait_for_none(std::int64_t patience_ns) const;
    void shut_down_streams();
    void let_peers_be_forgotten();

    Peers peers_ = Peers::of_library;
    Socket socket_;
    SocketOptions options_;
    StackOptions stack_options_;
    std::optional<Hello> hello_;
    bool is_local_ = false;  ///< accepted sockets inherit no options
    bool connects_peers_ = false;
    bool told_no_room_ = false;
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
