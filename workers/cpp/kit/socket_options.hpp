#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kit/request.hpp"
#include "kit/wire.hpp"

namespace pingmark {

/// The socket options that were asked for.
struct SocketOptions {
    std::optional<bool> no_delay;
    std::optional<int> receive_buffer_bytes;
    std::optional<int> send_buffer_bytes;
    std::optional<std::string> congestion_control;

    static std::vector<std::string> names(Transport transport);
    static SocketOptions take(Request& request, Transport transport);

    /// Before connect or listen, for TCP chooses its window scale then.
    void apply(int fd) const;
};

/// Adds the options as the kernel has them to a reply.
void report_socket_options(int fd, Transport transport, Reply& reply);

}  // namespace pingmark
