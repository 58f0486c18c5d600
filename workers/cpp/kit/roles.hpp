#pragma once

#include <cstdint>
#include <memory>

#include "kit/client.hpp"
#include "kit/connector.hpp"
#include "kit/request.hpp"
#include "kit/server.hpp"

namespace pingmark {

/// A worker's one role, and the requests that need it. With `pair_threads`, a server's worker is its own client, too.
class Roles {
public:
    Reply listen(Request& request);
    Reply connect(Request& request);
    Reply run(Request& request);
    Reply disconnect(Request& request);
    Reply usage(Request& request);
    /// After the reply to `stop`.
    void leave();

private:
    enum class Role { none, server, client };

    void require_no_role_but(Role role) const;
    bool is_for_server(Request& request) const;
    Server* one_thread_server(const Stack& stack, const ConnectPlan& plan, const Traffic& traffic) const;
    Client& client() const;

    Role role_ = Role::none;
    std::int64_t pair_threads_ = 0;  ///< threads of both roles; 0: one role
    std::unique_ptr<LibraryServer> library_server_;
    std::unique_ptr<Server> server_;
    std::unique_ptr<Client> client_;
    std::uint64_t messages_of_ended_clients_ = 0;
};

}  // namespace pingmark
