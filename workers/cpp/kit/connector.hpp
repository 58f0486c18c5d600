#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "kit/histogram.hpp"
#include "kit/socket_options.hpp"
#include "kit/sockets.hpp"
#include "kit/stack_options.hpp"
#include "kit/wire.hpp"

namespace pingmark {

struct ConnectPlan {
    Address address;
    Transport transport = Transport::tcp;
    std::optional<Hello> hello;
    std::int64_t connections = 1;
    std::int64_t timeout = 0;
    SocketOptions options;
    StackOptions stack_options;
};

/// Connects, and says hello where there is one. All connections come up, or it throws. The sockets do not block.
std::vector<Socket> connect_all(const ConnectPlan& plan, Histogram& times);

}  // namespace pingmark
