#pragma once

#include "kit/request.hpp"

namespace pingmark {

/// Adds what this process has used since its start to a reply.
void report_process_usage(Reply& reply);

}  // namespace pingmark
