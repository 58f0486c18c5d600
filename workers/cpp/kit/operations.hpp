#pragma once

#include <string>
#include <vector>

#include "kit/request.hpp"

namespace pingmark {

// The requests that need no role.
Reply hello(Request& request, const std::string& worker, const std::vector<std::string>& libraries);
Reply describe(Request& request);
Reply vector(Request& request);

}  // namespace pingmark
