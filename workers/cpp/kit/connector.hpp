#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kit/histogram.hpp"
#include "kit/link.hpp"
#include "kit/socket_options.hpp"
#include "kit/sockets.hpp"
#include "kit/stack_options.hpp"
#include "kit/tick_plan.hpp"
#include "kit/wire.hpp"

namespace pingmark {

class Server;
struct ConnectPlan;

/// For streams that are more than their sockets.
using OpenLink = std::unique_ptr<Link> (*)(int fd, const ConnectPlan& plan);

struct ConnectPlan {
    Address address;
    Transport transport = Transport::tcp;
    std::optional<Hello> hello;
    std::uint32_t acknowledged_every = 0;  ///< one way: the last of so many messages asks; 0: all are echoed
    TickPlan ticks;                        ///< what the server is to send unasked
    bool connects_for_each = false;        ///< each message has a connection of its own, beside those that stay
    std::int64_t connections = 1;
    std::int64_t timeout = 0;
    SocketOptions options;
    StackOptions stack_options;
    OpenLink open_link = nullptr;
    Server* one_thread_with = nullptr;       ///< whose end the client's thread serves, too
    std::optional<std::string> certificate;  ///< the SHA-256 of the one that the server has to show

    /// What a connection says first, without a stream's length. There is a hello.
    std::string hello_body() const;
};

struct Connected {
    Socket socket;
    std::unique_ptr<Link> link;
};

/// Connects, and says hello where there is one. All connections come up, or it throws. The sockets do not block.
std::vector<Connected> connect_all(const ConnectPlan& plan, Histogram& times);

}  // namespace pingmark
