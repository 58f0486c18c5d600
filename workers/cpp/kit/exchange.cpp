#include "kit/exchange.hpp"

#include "kit/acknowledgements.hpp"
#include "kit/echoes.hpp"
#include "kit/echoes_and_snapshots.hpp"

namespace pingmark {

std::unique_ptr<Exchange> make_exchange(LaneState& lane) {
    if (lane.traffic.one_way) return std::make_unique<Acknowledgements>(lane);
    if (lane.traffic.ticks) return std::make_unique<EchoesAndSnapshots>(lane);
    return std::make_unique<Echoes>(lane);
}

}  // namespace pingmark
