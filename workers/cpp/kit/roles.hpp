#pragma once

#include <cstdint>
#include <memory>

#include "kit/client.hpp"
#include "kit/library.hpp"
#include "kit/request.hpp"
#include "kit/server.hpp"

namespace pingmark {

/// The one role that a worker plays in its life, a client's again and again, and the requests that need it. A server
/// that was told so when it began to listen is its own client, too: both sides in one process.
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
    std::int64_t pair_threads_ = 0;  ///< of both sides in one process; 0: a process has one side
    std::unique_ptr<LibraryServer> library_server_;
    std::unique_ptr<Server> server_;
    std::unique_ptr<Client> client_;
    std::uint64_t messages_of_ended_clients_ = 0;
};

}  // namespace pingmark
