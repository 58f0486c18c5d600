#pragma once

#include <memory>

#include "kit/library.hpp"

namespace pingmark {

std::unique_ptr<LibraryServer> listen_enet(const ListenPlan& plan);

}  // namespace pingmark
