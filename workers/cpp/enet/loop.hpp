#pragma once

#include <memory>
#include <vector>

#include "kit/stack.hpp"

namespace pingmark {

std::unique_ptr<ClientLoop> make_enet_loop(std::vector<Connection>& connections);

}  // namespace pingmark
