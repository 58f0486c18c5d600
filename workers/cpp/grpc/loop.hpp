#pragma once

#include <vector>

#include "calls.hpp"
#include "kit/poller.hpp"
#include "kit/stack.hpp"

namespace pingmark {

/// The client's loop, in one thread: it begins calls, and takes those that have ended.
class GrpcLoop : public ClientLoop {
public:
    explicit GrpcLoop(std::vector<Connection>& connections);

    void measure(Lane& lane) override;

private:
    Call* wait(Lane& lane);
    template <class Transmit>
    void take(Lane& lane, Call& call, Transmit& transmit);

    Calls& calls_ = Calls::of_process();
    Poller poller_;
};

}  // namespace pingmark
