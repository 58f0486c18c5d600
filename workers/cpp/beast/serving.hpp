#pragma once

#include "kit/server.hpp"

namespace pingmark {

/// A server's thread: Beast's asynchronous reads and writes on one io_context.
void serve_http(Server& server);

}  // namespace pingmark
