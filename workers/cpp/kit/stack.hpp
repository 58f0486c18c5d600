#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kit/server.hpp"
#include "kit/session.hpp"
#include "kit/wire.hpp"

namespace pingmark {

/// A stack's way of measuring on its links. It belongs to one lane.
class ClientLane {
public:
    virtual ~ClientLane() = default;
    /// From `session.start` until `session.goes_on` says no.
    virtual void measure(Session& session) = 0;
};

enum class Lanes { one, per_connection };

/// What there is to know about a stack. Its file registers one of these, which is all that it takes to add it.
struct Stack {
    std::string id;
    std::string about;
    std::string threading;
    Transport transport = Transport::tcp;
    std::string waits;  ///< what an idle server does: "block" or "spin"
    Lanes client_lanes = Lanes::one;
    std::int64_t max_connections = 10'000;
    std::int64_t max_in_flight_bytes = 16 << 20;

    /// The server: runs on a thread of its own until the process ends.
    void (*serve)(Server&) = nullptr;
    std::unique_ptr<ClientLane> (*make_lane)(std::vector<Link>&) = nullptr;

    std::int64_t max_message_bytes() const {
        return transport == Transport::tcp ? max_stream_message_bytes : max_datagram_bytes;
    }
};

constexpr std::int64_t max_in_flight = 65'536;
/// Over all connections: what the slots and buffers of one client may take of the memory.
constexpr std::int64_t max_slots = 1 << 21;
constexpr std::int64_t max_total_in_flight_bytes = 1 << 30;

/// All stacks that were linked in, by id.
const std::vector<Stack>& stacks();
const Stack& stack_called(const std::string& id);

struct Registration {
    explicit Registration(Stack stack);
};

}  // namespace pingmark
