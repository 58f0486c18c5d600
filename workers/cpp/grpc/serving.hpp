#pragma once

#include "kit/server.hpp"

namespace pingmark {

/// A server's thread: it accepts, and leaves connections to gRPC, whose threads answer calls.
void serve_grpc(Server& server);

}  // namespace pingmark
