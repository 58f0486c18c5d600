#pragma once

#include "kit/request.hpp"

namespace pingmark {

/// Every clock of the runtime: its resolution, what a call costs, and whether it went back.
Reply timers(Request& request);

}  // namespace pingmark
