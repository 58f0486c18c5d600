#pragma once

#include <memory>
#include <vector>

#include "kit/stack.hpp"

namespace pingmark {

std::unique_ptr<ClientLane> make_enet_lane(std::vector<Link>& links);

}  // namespace pingmark
