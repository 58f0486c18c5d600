#pragma once

#include "kit/server.hpp"

namespace pingmark {

/// A server's thread: a loop that accepts, reads and writes for ever.
void serve_uv(Server& server);

}  // namespace pingmark
