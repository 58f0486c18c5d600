#include "kit/exchange.hpp"

#include "kit/acknowledgements.hpp"
#include "kit/echoes.hpp"
#include "kit/echoes_and_snapshots.hpp"
#include "kit/parsed_echoes.hpp"

namespace pingmark {

std::unique_ptr<Exchange> make_exchange(LaneState& lane) {
    if (lane.traffic.one_way) return std::make_unique<Acknowledgements>(lane);
    if (lane.traffic.ticks) return std::make_unique<EchoesAndSnapshots>(lane);
    if (lane.traffic.content != nullptr) return std::make_unique<ParsedEchoes>(lane);
    return std::make_unique<Echoes>(lane);
}

}  // namespace pingmark
