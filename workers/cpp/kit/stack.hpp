#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "kit/lane.hpp"
#include "kit/library.hpp"
#include "kit/other_end.hpp"
#include "kit/server.hpp"
#include "kit/wire.hpp"

namespace pingmark {

/// A stack's way of measuring on a lane's connections.
class ClientLoop {
public:
    virtual ~ClientLoop() = default;
    /// From `lane.start` until `lane.goes_on` says no.
    virtual void measure(Lane& lane) = 0;
    /// Between measurements, every `rest_interval_ns`: what a library has to do to stay connected.
    virtual void keep_alive(Lane&) {}
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
    std::vector<StackOption> options;
    /// Throws `Unsupported` for what this kernel has not, and settles what was left open.
    void (*settle_options)(StackOptions&) = nullptr;
    bool one_way = false;            ///< its server can count and acknowledge, in place of echoing
    bool ticks = false;              ///< its server can send unasked, and one lane receives it all
    std::optional<Library> library;  ///< for a stack whose library has the sockets, in place of `serve`

    OpenLink open_link = nullptr;            ///< for a client's streams that are more than their sockets
    bool needs_framing = false;              ///< its link has to know where messages end
    bool shares_process = true;              ///< both sides may be in one, and not wait for each other there
    std::string (*certificate)() = nullptr;  ///< the SHA-256 of the one that the server shows

    /// The server: runs on a thread of its own until the process ends.
    void (*serve)(Server&) = nullptr;
    /// The server's end where its client's thread serves it; null: it can't.
    MeetOtherEnd one_thread = nullptr;
    std::unique_ptr<ClientLoop> (*make_loop)(std::vector<Connection>&) = nullptr;

    /// How many threads both sides can have in one process.
    std::vector<int> pair_threads() const {
        if (!shares_process) return {};
        return one_thread != nullptr ? std::vector<int>{1, 2} : std::vector<int>{2};
    }
    /// A connection for each message: the kit opens them, where a socket is all that it takes.
    bool can_churn() const { return !library && transport.is_tcp && !transport.is_encrypted && open_link == nullptr; }
    bool has_reliable() const { return library || transport.is_stream; }
    bool has_unreliable() const { return !transport.is_stream; }
    std::int64_t max_message_bytes(bool reliable) const {
        if (library) return reliable ? library->max_reliable_message_bytes : library->max_message_bytes;
        return transport.is_stream ? max_stream_message_bytes : max_datagram_bytes;
    }
};

/// Over all connections: what the buffers of one client may take of the memory.
constexpr std::int64_t max_one_way_in_flight_bytes = 16 << 20;
constexpr std::int64_t max_total_in_flight_bytes = 1 << 30;

/// For `Stack::make_loop`: a loop that is constructed from its connections, or from nothing.
template <class Loop>
std::unique_ptr<ClientLoop> make_loop([[maybe_unused]] std::vector<Connection>& connections) {
    if constexpr (std::is_constructible_v<Loop, std::vector<Connection>&>) {
        return std::make_unique<Loop>(connections);
    } else {
        return std::make_unique<Loop>();
    }
}

/// All stacks that were linked in, by id.
const std::vector<Stack>& stacks();
const Stack& stack_called(const std::string& id);

struct Registration {
    explicit Registration(Stack stack);
};

}  // namespace pingmark
