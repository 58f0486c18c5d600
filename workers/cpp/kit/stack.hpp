#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "kit/connector.hpp"
#include "kit/failure.hpp"
#include "kit/lane.hpp"
#include "kit/other_end.hpp"
#include "kit/server.hpp"
#include "kit/wire.hpp"

namespace pingmark {

/// How a stack's client measures on a lane's connections.
class ClientLoop {
public:
    virtual ~ClientLoop() = default;
    /// Runs from `lane.start` until `lane.goes_on` returns false.
    virtual void measure(Lane& lane) = 0;
    /// Keeps a library's connections alive between measurements. Called every `rest_interval_ns`.
    virtual void keep_alive(Lane&) {}
};

enum class Lanes { one, per_connection };

/// A stack. To add one, its file registers it.
struct Stack {
    std::string id;
    std::string about;
    std::string threading;
    Transport transport = Transport::tcp;
    std::string waits = "block";  ///< what an idle server does: "block" or "spin"
    Lanes client_lanes = Lanes::one;
    std::int64_t max_connections = 10'000;
    std::int64_t max_in_flight_bytes = 16 << 20;
    std::int64_t max_stream_bytes = max_stream_message_bytes;  ///< of a message, over a stream
    std::vector<StackOption> options = {};
    /// Chooses options that were left open. Throws `Unsupported` for what this kernel lacks.
    void (*settle_options)(StackOptions&) = nullptr;
    bool one_way = false;                 ///< its server can acknowledge one-way messages
    bool ticks = false;                   ///< its server can send snapshots, which one lane receives
    std::optional<Library> library = {};  ///< a library that owns the sockets, in place of `serve`

    OpenLink open_link = nullptr;            ///< for client streams on top of a socket
    bool needs_framing = false;              ///< its link needs to know where messages end
    std::string (*certificate)() = nullptr;  ///< the SHA-256 of the server's certificate

    /// The server. It runs on its own thread until the process ends. Null without a library: it is a client alone.
    void (*serve)(Server&) = nullptr;
    /// Accepts the server's end that the client's thread runs; null: not supported.
    MeetOtherEnd one_thread = nullptr;
    std::unique_ptr<ClientLoop> (*make_loop)(std::vector<Connection>&) = nullptr;

    /// How many threads both roles can have in one process.
    std::vector<int> pair_threads() const {
        if (!has_server()) return {};
        return one_thread != nullptr ? std::vector<int>{1, 2} : std::vector<int>{2};
    }
    bool has_server() const { return library || serve != nullptr; }
    /// Whether the kit can open a connection for each message: a plain socket suffices.
    bool can_churn() const { return !library && transport.is_tcp && !transport.is_encrypted && open_link == nullptr; }
    bool has_reliable() const { return library || transport.is_stream; }
    bool has_unreliable() const { return !transport.is_stream; }
    std::int64_t max_message_bytes(bool reliable) const {
        if (library) return reliable ? library->max_reliable_message_bytes : library->max_message_bytes;
        return transport.is_stream ? max_stream_bytes : static_cast<std::int64_t>(max_datagram_bytes);
    }
};

/// Bounds the memory of one client's buffers.
constexpr std::int64_t max_one_way_in_flight_bytes = 16 << 20;
constexpr std::int64_t max_total_in_flight_bytes = 1 << 30;

/// For `Stack::make_loop`: constructs a loop from its connections, or without arguments.
template <class Loop>
std::unique_ptr<ClientLoop> make_loop([[maybe_unused]] std::vector<Connection>& connections) {
    if constexpr (std::is_constructible_v<Loop, std::vector<Connection>&>) {
        return std::make_unique<Loop>(connections);
    } else {
        return std::make_unique<Loop>();
    }
}

/// All stacks that were linked in, by id. A function, because registrations run before main in no defined order.
inline std::vector<Stack>& stacks() {
    static std::vector<Stack> all;
    return all;
}

inline const Stack& stack_called(const std::string& id) {
    for (const Stack& stack : stacks()) {
        if (stack.id == id) return stack;
    }
    throw Unsupported("there is no stack \"" + id + "\" in this worker");
}

struct Registration {
    explicit Registration(Stack stack) {
        std::vector<Stack>& all = stacks();
        const auto behind =
            std::find_if(all.begin(), all.end(), [&](const Stack& other) { return other.id > stack.id; });
        all.insert(behind, std::move(stack));
    }
};

}  // namespace pingmark
