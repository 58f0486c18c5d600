#include "kit/roles.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <thread>

#include "kit/clock.hpp"
#include "kit/failure.hpp"
#include "kit/operations.hpp"

namespace pingmark {

namespace {

Hello take_hello(Request& request) {
    const std::string token = request.text("token");
    constexpr char digits[] = "0123456789abcdefABCDEF";
    if (token.size() != 2 * token_bytes || token.find_first_not_of(digits) != std::string::npos) {
        throw Failure("the token must be " + std::to_string(2 * token_bytes) + " hex digits");
    }
    Hello hello;
    std::memcpy(hello.bytes, hello_magic, sizeof hello_magic);
    for (std::size_t i = 0; i < token_bytes; ++i) {
        hello.bytes[sizeof hello_magic + i] = static_cast<char>(std::stoi(token.substr(2 * i, 2), nullptr, 16));
    }
    return hello;
}

std::optional<Hello> take_hello_unless(bool plain, Request& request) {
    if (!plain) return take_hello(request);
    if (request.has("token")) throw Unsupported("plain has no token");
    return std::nullopt;
}

Address take_address(Request& request, const Stack& stack, std::uint16_t port) {
    const std::string address = request.text("address");
    return stack.transport.is_local ? Address::in_folder(address, port) : Address::parse(address, port);
}

std::optional<std::string> take_certificate(Request& request) {
    if (!request.has("certificate")) return std::nullopt;
    constexpr std::size_t sha256_digits = 64;
    const std::string certificate = request.text("certificate");
    if (certificate.size() != sha256_digits || certificate.find_first_not_of("0123456789abcdef") != std::string::npos) {
        throw Failure("the certificate must be " + std::to_string(sha256_digits) + " hex digits, in lower case");
    }
    return certificate;
}

Framing take_framing(Request& request, const Stack& stack, bool plain) {
    if (stack.library) return Framing::library;
    if (!stack.transport.is_stream) return Framing::datagram;
    if (!plain) return Framing::length_le;
    const std::string framing = request.text("framing", "length-le");
    if (framing == "length-le") return Framing::length_le;
    if (framing == "none" && stack.needs_framing)
        throw Unsupported("framing none: " + stack.id + " has to know where messages end");
    if (framing == "none") return Framing::none;
    throw Unsupported("framing \"" + framing + "\": there are length-le and none");
}

bool take_reliable(Request& request, const Stack& stack) {
    const std::string wanted = request.text("transmission", stack.has_unreliable() ? "unreliable" : "reliable");
    if (wanted == "reliable" && stack.has_reliable()) return true;
    if (wanted == "unreliable" && stack.has_unreliable()) return false;
    if (wanted != "reliable" && wanted != "unreliable") {
        throw Unsupported("transmission " + wanted + ": reliable or unreliable");
    }
    throw Unsupported("transmission " + wanted + ": " + stack.id + " is " +
                      (stack.has_reliable() ? "reliable" : "unreliable") + " only");
}

/// How many messages share an acknowledgement; 0: messages are echoed. Equal parts of the window let the server see
/// from the sequence number when to acknowledge.
std::uint32_t take_one_way(Request& request, const Stack& stack, const Traffic& traffic, bool plain) {
    if (!request.flag("one_way", false)) return 0;
    if (!stack.one_way) throw Unsupported("one_way: " + stack.id + " only echoes");
    if (plain) throw Unsupported("one_way: a plain server echoes");
    if ((traffic.in_flight & (traffic.in_flight - 1)) != 0)
        throw Unsupported("one_way: in_flight " + std::to_string(traffic.in_flight) + " is no power of two");
    if (traffic.message_bytes < min_one_way_message_bytes)
        throw Unsupported("one_way: messages have at least " + std::to_string(min_one_way_message_bytes) + " bytes");
    return std::max(1u, traffic.in_flight / one_way_parts);
}

/// Whether each message has its own connection.
bool take_churn(Request& request, const Stack& stack, const Traffic& traffic) {
    if (!request.flag("churn", false)) return false;
    if (!stack.can_churn() || traffic.in_flight != 1 || traffic.one_way || traffic.ticks)
        throw Unsupported("churn needs TCP and in_flight 1, without one_way and snapshots");
    return true;
}

void require_at_most(const std::string& what, std::int64_t value, std::int64_t most) {
    if (value > most)
        throw Unsupported(what + " is " + std::to_string(value) + ", the most is " + std::to_string(most));
}

/// The snapshots that the server shall send. A client knows them by their length.
TickPlan take_ticks(Request& request, const Stack& stack, const Traffic& traffic, const ConnectPlan& connect) {
    if (!request.has("snapshot_rate_hz") && !request.has("snapshot_bytes")) return {};
    const TickPlan plan{
        static_cast<std::uint32_t>(request.integer("snapshot_rate_hz", 1, max_snapshot_rate_hz)),
        static_cast<std::uint32_t>(request.integer("snapshot_bytes", min_snapshot_bytes, max_stream_message_bytes))};
    if (!stack.ticks || !connect.hello) {
        throw Unsupported("snapshots: " + (stack.ticks ? "a plain server sends none" : stack.id + " sends none"));
    }
    const std::int64_t threads = connect.stack_options.number("client_threads", 1);
    if (threads > 1)
        throw Unsupported("snapshots need one client thread, and client_threads is " + std::to_string(threads));
    require_at_most("snapshot_bytes", plan.snapshot_bytes, stack.max_message_bytes(traffic.reliable));
    if (traffic.one_way || plan.snapshot_bytes == traffic.message_bytes)
        throw Unsupported("snapshots need another length than message_bytes, and no one_way");
    return plan;
}

void settle(const Stack& stack, StackOptions& options) {
    if (stack.settle_options != nullptr) stack.settle_options(options);
}

/// How many threads both roles use in this process; 0: it is only a server.
std::int64_t take_pair_threads(Request& request, const Stack& stack) {
    if (!request.has("pair_threads")) return 0;
    const std::int64_t threads = request.integer("pair_threads");
    const std::vector<int> known = stack.pair_threads();
    if (std::find(known.begin(), known.end(), threads) == known.end())
        throw Unsupported("pair_threads " + std::to_string(threads) + ": " + stack.id + " can't");
    return threads;
}

void report_slowest(const Slowest& slowest, Reply& reply) {
    std::vector<std::size_t> connections;
    std::vector<std::int64_t> intended;
    std::vector<std::int64_t> sent;
    std::vector<std::int64_t> received;
    for (const Slowest::Message& message : slowest.messages()) {
        connections.push_back(message.connection);
        intended.push_back(message.times.intended_at);
        sent.push_back(message.times.sent_at);
        received.push_back(message.times.received_at);
    }
    reply["slowest_connections"] = connections;
    reply["slowest_intended_ns"] = intended;
    reply["slowest_sent_ns"] = sent;
    reply["slowest_received_ns"] = received;
}

Reply reply_of(const Result& result, bool with_laps) {
    const CountsSum& counts = result.counts;
    Reply reply{{"from_ns", result.from}, {"to_ns", result.to}, {"rtt_max_ns", nullptr}, {"rtt_sum_ns", nullptr}};
    for (std::size_t i = 0; i < counts.numbers.size(); ++i) {
        if (result.kinds.has(number_rows[i].kind)) reply[number_rows[i].name] = counts.numbers[i];
    }
    for (std::size_t i = 0; i < counts.durations.size(); ++i) {
        if (result.kinds.has(durations_rows[i].kind)) reply[durations_rows[i].name] = counts.durations[i].sparse();
    }
    if (result.kinds.has_ticks) reply["snapshots"] = counts.of("snapshots_received") + counts.of("snapshots_lost");
    if (!counts.round_trips.empty()) {
        reply["rtt_max_ns"] = counts.round_trips.max;
        reply["rtt_sum_ns"] = counts.round_trips.sum;
    }
    if (with_laps) reply["laps_ns"] = result.laps;
    if (counts.slowest.capacity() > 0) report_slowest(counts.slowest, reply);
    return reply;
}

std::uint64_t take_laps(Request& request, const Client& client, const ChosenLoad& load) {
    if (!request.has("lap_messages")) return 0;
    if (client.connections() != 1 || client.in_flight() != 1 || load.name != "closed") {
        throw Unsupported("lap_messages needs one connection with one message in flight, and the closed load");
    }
    return static_cast<std::uint64_t>(request.integer("lap_messages", 1, std::numeric_limits<std::int32_t>::max()));
}

std::uint64_t take_slowest(Request& request, const ChosenLoad& load) {
    if (!request.has("slowest")) return 0;
    if (load.kind == LoadKind::one_way) throw Unsupported("slowest needs echoed messages");
    return static_cast<std::uint64_t>(request.integer("slowest", 1, max_slowest_messages));
}

/// When the load begins: now, or later, together with clients of other workers.
std::int64_t take_start(Request& request) {
    const std::int64_t received = now_ns();
    if (!request.has("start_at_ns")) return received;
    const std::int64_t start = request.integer("start_at_ns");
    if (start - received > max_start_ahead_ns)
        throw Unsupported("start_at_ns is " + std::to_string(start - received) + " ns ahead, the most is " +
                          std::to_string(max_start_ahead_ns));
    return std::max(start, received);
}

}  // namespace

void Roles::require_no_role_but(Role role) const {
    const bool is_beside_its_server = pair_threads_ > 0 && role == Role::client;
    if ((server_ && !is_beside_its_server) || client_ || (role_ != Role::none && role_ != role))
        throw Failure("this worker already plays a role, and plays only one");
}

/// A worker with both roles needs the request's `role`.
bool Roles::is_for_server(Request& request) const {
    if (pair_threads_ == 0) return server_ != nullptr;
    const std::string role = request.text("role");
    if (role != "server" && role != "client") throw Unsupported("role " + role + ": server or client");
    return role == "server";
}

Client& Roles::client() const {
    if (!client_) throw Failure("not connected: connect comes first");
    return *client_;
}

Reply Roles::listen(Request& request) {
    require_no_role_but(Role::server);
    const Stack& stack = stack_called(request.text("stack"));
    const bool plain = request.flag("plain", false);
    const auto port = static_cast<std::uint16_t>(request.integer("port", 0, 65'535));
    const Address address = take_address(request, stack, port);
    const std::optional<Hello> hello = take_hello_unless(plain, request);
    const bool allow_wildcard = request.flag("allow_wildcard", false);
    const SocketOptions options = SocketOptions::take(request, stack.transport);
    StackOptions stack_options = StackOptions::take(request, stack.options, StackOption::Role::server);
    const std::int64_t pair_threads = take_pair_threads(request, stack);
    request.refuse_unknown_fields();
    settle(stack, stack_options);
    if (address.is_wildcard() && !allow_wildcard) {
        throw Unsupported("address " + address.host() + " is a wildcard, which needs allow_wildcard");
    }
    // A peer's own socket would answer from the address of the route, and not from the one that was asked.
    if (address.is_wildcard()) stack_options.settle("connected_sockets", false);

    if (stack.library) {
        library_server_ = stack.library->listen({address, options, stack_options});
        server_ = std::make_unique<Server>(hello);
        std::thread([this] { library_server_->serve(*server_); }).detach();
    } else {
        server_ =
            std::make_unique<Server>(address, stack.transport, options, hello, stack_options.flag("connected_sockets"));
        server_->set_stack_options(stack_options);
        if (pair_threads != 1) std::thread([&stack, this] { stack.serve(*server_); }).detach();
    }
    const int fd = library_server_ ? library_server_->fd() : server_->fd();
    const Address bound = Address::of_local_end(fd);
    Reply reply{{"address", bound.host()}, {"port", bound.port()}};
    report_socket_options(fd, stack.transport, reply);
    stack_options.report(reply);
    if (stack.certificate != nullptr) reply["certificate"] = stack.certificate();
    pair_threads_ = pair_threads;
    return reply;
}

Reply Roles::connect(Request& request) {
    require_no_role_but(Role::client);
    const Stack& stack = stack_called(request.text("stack"));
    const bool plain = request.flag("plain", false);
    const auto port = static_cast<std::uint16_t>(request.integer("port", 1, 65'535));

    ConnectPlan plan;
    plan.address = take_address(request, stack, port);
    plan.transport = stack.transport;
    plan.hello = take_hello_unless(plain, request);
    plan.connections = request.integer_or("connections", 1, 1, stack.max_connections);
    plan.timeout = request.integer_or("timeout_ns", default_connect_timeout_ns, 1, max_lost_after_ns);
    plan.options = SocketOptions::take(request, stack.transport);
    plan.stack_options = StackOptions::take(request, stack.options, StackOption::Role::client);
    plan.open_link = stack.open_link;
    if (stack.transport.is_encrypted) plan.certificate = take_certificate(request);

    Traffic traffic;
    traffic.framing = take_framing(request, stack, plain);
    traffic.reliable = take_reliable(request, stack);
    traffic.in_flight = static_cast<std::uint32_t>(request.integer_or("in_flight", 1, 1, max_in_flight));
    traffic.message_bytes = static_cast<std::uint32_t>(
        request.integer_or("message_bytes", 32, min_message_bytes, stack.max_message_bytes(traffic.reliable)));
    traffic.lost_after = request.integer_or("lost_after_ns", default_lost_after_ns, 1, max_lost_after_ns);
    plan.acknowledged_every = take_one_way(request, stack, traffic, plain);
    traffic.one_way = plan.acknowledged_every > 0;
    plan.ticks = traffic.ticks = take_ticks(request, stack, traffic, plan);
    plan.connects_for_each = take_churn(request, stack, traffic);
    if (pair_threads_ == 1) plan.one_thread_with = one_thread_server(stack, plan, traffic);
    const std::string payload = request.text("payload", "random");
    request.refuse_unknown_fields();
    settle(stack, plan.stack_options);
    traffic.stack_options = plan.stack_options;

    const std::int64_t bytes = std::int64_t{traffic.in_flight} * traffic.message_bytes;
    // One way, answers are small, so that client and server cannot both wait in a send.
    const std::int64_t most = traffic.one_way ? max_one_way_in_flight_bytes : stack.max_in_flight_bytes;
    require_at_most("in_flight x message_bytes", bytes, most);
    require_at_most("in_flight x message_bytes x connections", bytes * plan.connections, max_total_in_flight_bytes);
    require_at_most("in_flight x connections", traffic.in_flight * plan.connections, max_messages_in_flight);

    client_ = std::make_unique<Client>(stack, plan, traffic, payload);
    role_ = Role::client;
    MergedHistogram times;
    times.add(client_->connect_times());
    Reply reply{{"connections", client_->connections()}, {"connect_histogram", times.sparse()}};
    reply["transmission"] = traffic.reliable ? "reliable" : "unreliable";
    report_socket_options(client_->first_fd(), stack.transport, reply);
    plan.stack_options.report(reply);
    return reply;
}

Reply Roles::run(Request& request) {
    const std::int64_t origin = take_start(request);
    Client& measured = client();
    Window window;
    window.from = origin + request.integer_or("settle_ns", 0, 0, max_window_ns);
    if (request.has("messages") == request.has("duration_ns"))
        throw Failure("run needs either duration_ns or messages");
    if (request.has("messages")) {
        window.messages = static_cast<std::uint64_t>(request.integer("messages", 1, max_window_ns));
    } else {
        window.to = window.from + request.integer("duration_ns", 1, max_window_ns);
    }
    window.lost_after = request.integer_or("lost_after_ns", 0, 1, max_lost_after_ns);
    const ChosenLoad load = take_load(request, measured.load_limits());
    window.lap_messages = take_laps(request, measured, load);
    window.slowest = take_slowest(request, load);
    request.refuse_unknown_fields();
    sleep_until(origin);
    return reply_of(measured.measure(window, load, origin), window.lap_messages > 0);
}

/// Buffers have to hold what the thread sends before it receives.
Server* Roles::one_thread_server(const Stack& stack, const ConnectPlan& plan, const Traffic& traffic) const {
    if (stack.one_thread == nullptr) throw Unsupported("pair_threads 1: " + stack.id + " can't");
    if (plan.connections != 1 || !plan.hello || traffic.one_way || traffic.ticks || plan.connects_for_each)
        throw Unsupported("pair_threads 1 needs one connection with a hello, and echoed messages");
    require_at_most("with pair_threads 1, in_flight x message_bytes",
                    std::int64_t{traffic.in_flight} * traffic.message_bytes, max_preflood_bytes);
    return server_.get();
}

Reply Roles::disconnect(Request& request) {
    const bool of_server = is_for_server(request);
    request.refuse_unknown_fields();
    if (of_server) {
        server_->disconnect();
        return {{"connections", server_->connections()}};
    }
    client().disconnect();
    messages_of_ended_clients_ += client_->messages();
    client_.reset();
    return Reply::object();
}

Reply Roles::usage(Request& request) {
    const bool of_server = is_for_server(request);
    request.refuse_unknown_fields();
    Reply reply{{"messages", messages_of_ended_clients_}, {"connections", 0}, {"bad_frames", 0}, {"rejected", 0}};
    if (of_server) {
        reply = {{"messages", server_->messages()},
                 {"connections", server_->connections()},
                 {"bad_frames", server_->bad_frames()},
                 {"rejected", server_->rejected()},
                 {"snapshots", server_->snapshots()}};
        if (const std::string stranger = server_->last_stranger(); !stranger.empty()) {
            reply["last_stranger"] = stranger;
        }
    } else if (client_) {
        reply["messages"] = messages_of_ended_clients_ + client_->messages();
        reply["connections"] = client_->open_connections();
    }
    report_process_usage(reply);
    return reply;
}

void Roles::leave() {
    if (client_) client_->say_goodbye();
}

}  // namespace pingmark
