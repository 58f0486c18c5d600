#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kit/connector.hpp"
#include "kit/histogram.hpp"
#include "kit/server.hpp"
#include "kit/stack_options.hpp"

namespace pingmark {

/// A client's connection that a library keeps, on a socket of the library's.
class LibraryConnection {
public:
    virtual ~LibraryConnection() = default;
    virtual int fd() const = 0;
    /// Tells the server that the client goes. The connection is not used any more.
    virtual void disconnect() = 0;
};

/// A library's server. It listens from its construction on.
class LibraryServer {
public:
    virtual ~LibraryServer() = default;
    virtual int fd() const = 0;
    /// Runs on a thread of its own until the process ends.
    virtual void serve(Server&) = 0;
};

struct ListenPlan {
    Address address;
    SocketOptions options;
    StackOptions stack_options;
};

/// A library that carries messages, over datagrams of its own.
struct Library {
    std::string transport;  ///< its name for what is on the wire
    std::int64_t max_message_bytes = 0;
    std::int64_t max_reliable_message_bytes = 0;

    std::unique_ptr<LibraryServer> (*listen)(const ListenPlan&) = nullptr;
    /// Connects, and says hello where there is one. All connections come up, or it throws.
    std::vector<std::unique_ptr<LibraryConnection>> (*connect)(const ConnectPlan&, Histogram& times) = nullptr;
};

}  // namespace pingmark
