#pragma once

#include <string>
#include <vector>

#include "kit/request.hpp"

namespace pingmark {

// The requests that need no role.
Reply hello(Request& request, const std::string& worker, const std::vector<std::string>& libraries);
Reply describe(Request& request);
Reply vector(Request& request);

/// Every clock of the runtime: resolution, cost of a call, and whether it went back.
Reply timers(Request& request);

/// Adds the CPU time and memory of this process.
void report_process_usage(Reply& reply);

}  // namespace pingmark
