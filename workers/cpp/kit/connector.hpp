#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kit/histogram.hpp"
#include "kit/options.hpp"
#include "kit/server.hpp"
#include "kit/sockets.hpp"
#include "kit/wire.hpp"

namespace pingmark {

/// A client's stream on top of a socket: its handshake before the hello, and how bytes travel.
class Link {
public:
    enum class Begun { yes, wants_to_receive, wants_to_send };

    virtual ~Link() = default;
    /// Continues the handshake without waiting. Throws Failure.
    virtual Begun begin() = 0;
    /// Like recv and send on a non-blocking socket, errno included.
    virtual ssize_t receive(char* to, std::size_t room) = 0;
    virtual ssize_t send(const char* from, std::size_t n) = 0;
    /// Why the stream has ended, where the link knows more than the socket; else empty.
    virtual std::string problem() const { return {}; }
    /// The socket does not show when something has arrived.
    virtual bool is_polled() const { return false; }
};

class Server;
struct ConnectPlan;

using OpenLink = std::unique_ptr<Link> (*)(int fd, const ConnectPlan& plan);

struct ConnectPlan {
    Address address;
    Transport transport = Transport::tcp;
    std::optional<Hello> hello;
    std::uint32_t acknowledged_every = 0;  ///< one way: every so many messages; 0: echoes
    TickPlan ticks;                        ///< snapshots that the server shall send
    bool connects_for_each = false;        ///< churn: each message also has its own connection
    std::int64_t connections = 1;
    std::int64_t timeout = 0;
    SocketOptions options;
    StackOptions stack_options;
    OpenLink open_link = nullptr;
    Server* one_thread_with = nullptr;       ///< the server whose end the client's thread also runs
    std::optional<std::string> certificate;  ///< the SHA-256 of the expected one

    /// The body of the hello. Requires `hello`.
    std::string hello_body() const;
};

struct Connected {
    Socket socket;
    std::unique_ptr<Link> link;
};

/// Connects, and says hello unless the server is plain. All connections come up, or it throws. Sockets do not block.
std::vector<Connected> connect_all(const ConnectPlan& plan, Histogram& times);

/// A client's connection on a library's socket.
class LibraryConnection {
public:
    virtual ~LibraryConnection() = default;
    virtual int fd() const = 0;
    /// Tells the server that the client leaves. The connection is not used afterwards.
    virtual void disconnect() = 0;
};

/// A library's server, which listens after its construction.
class LibraryServer {
public:
    virtual ~LibraryServer() = default;
    virtual int fd() const = 0;
    /// Runs on its own thread until the process ends.
    virtual void serve(Server&) = 0;
};

struct ListenPlan {
    Address address;
    SocketOptions options;
    StackOptions stack_options;
};

/// A library that carries messages.
struct Library {
    std::string transport;  ///< what is on the wire
    std::int64_t max_message_bytes = 0;
    std::int64_t max_reliable_message_bytes = 0;

    std::unique_ptr<LibraryServer> (*listen)(const ListenPlan&) = nullptr;
    /// Like `connect_all`.
    std::vector<std::unique_ptr<LibraryConnection>> (*connect)(const ConnectPlan&, Histogram& times) = nullptr;
};

}  // namespace pingmark
