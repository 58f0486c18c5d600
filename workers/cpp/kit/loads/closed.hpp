#pragma once

#include "kit/loads/load.hpp"
#include "kit/request.hpp"

namespace pingmark {

/// The load of a closed loop: whenever a slot is free, the next message goes.
class Closed : public Load {
public:
    Closed() : Load(at_once) {}

    static LoadMaker read(Request&, const LoadRoom&) {
        return [](const LoadPlace&) { return std::make_unique<Closed>(); };
    }
};

}  // namespace pingmark
