#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kit/constants.hpp"
#include "kit/request.hpp"

namespace pingmark {

/// The options of those that the protocol knows beside the socket's. A stack names the ones that it has.
struct StackOptions {
    using Names = std::vector<std::string>;

    int tick_rate_hz = default_tick_rate_hz;
    int client_threads = 1;
    bool connected_sockets = true;
    bool udp_offload = false;           ///< many datagrams pass the kernel as one
    bool sqpoll = false;                ///< a thread of the kernel looks for operations
    std::optional<bool> defer_taskrun;  ///< the kernel's part is done in the waits of who asked; absent: where it can

    static StackOptions take_for_server(Request& request, const Names& names);
    static StackOptions take_for_client(Request& request, const Names& names);

    /// Adds those that a reply has to tell, asked for or not.
    void report_of_server(const Names& names, Reply& reply) const;
    void report_of_client(const Names& names, Reply& reply) const;

private:
    static StackOptions take(Request& request, const Names& names);
    void report(const Names& names, Reply& reply) const;
};

}  // namespace pingmark
