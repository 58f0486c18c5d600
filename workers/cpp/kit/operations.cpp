#include "kit/operations.hpp"

#include <sched.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include <cerrno>

#include "kit/failure.hpp"
#include "kit/histogram.hpp"
#include "kit/payload.hpp"
#include "kit/serializers.hpp"
#include "kit/socket_options.hpp"
#include "kit/splitmix64.hpp"
#include "kit/stack.hpp"

namespace pingmark {

namespace {

std::vector<int> usable_cpus() {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0) throw Failure(describe_error("sched_getaffinity", errno));
    std::vector<int> cpus;
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
        if (CPU_ISSET(cpu, &set)) cpus.push_back(cpu);
    }
    return cpus;
}

Reply histogram_vector(Request& request) {
    const auto seed = static_cast<std::uint64_t>(request.integer("seed", std::numeric_limits<std::int64_t>::min()));
    const std::int64_t count = request.integer("count", 0, max_vector_values);
    request.refuse_unknown_fields();
    SplitMix64 generator(seed);
    Histogram histogram;
    for (std::int64_t i = 0; i < count; ++i) {
        const std::uint64_t x = generator.next();
        histogram.record((x >> 6) >> (22 + (x & 31)));
    }
    MergedHistogram merged;
    merged.add(histogram);
    return {{"histogram", merged.sparse()}};
}

Reply payload_vector(Request& request) {
    const Payload payload(request.text("payload", "random"));
    const auto sequence =
        static_cast<std::uint32_t>(request.integer("sequence", 0, std::numeric_limits<std::uint32_t>::max()));
    const std::string framing = request.text("framing");
    if (framing != "stream" && framing != "datagram") {
        throw Unsupported("framing \"" + framing + "\": there are stream and datagram");
    }
    const auto message_bytes =
        static_cast<std::size_t>(request.integer("message_bytes", min_message_bytes, max_stream_message_bytes));
    request.refuse_unknown_fields();

    std::string message(message_bytes, '\0');
    const std::size_t header = framing == "stream" ? length_bytes : 0;
    if (header > 0) store_u32(message.data(), static_cast<std::uint32_t>(message_bytes - header));
    store_u32(message.data() + header, sequence);
    const std::size_t before_payload = header + sequence_bytes;
    message.replace(before_payload, std::string::npos, payload.of(sequence), message_bytes - before_payload);

    std::string hex;
    for (const char byte : message) {
        constexpr char digits[] = "0123456789abcdef";
        hex.push_back(digits[static_cast<unsigned char>(byte) >> 4]);
        hex.push_back(digits[byte & 15]);
    }
    return {{"hex", hex}};
}

}  // namespace

Reply hello(Request& request, const std::string& worker, const std::vector<std::string>& libraries) {
    const std::int64_t asked = request.integer("protocol");
    request.refuse_unknown_fields();
    if (asked != protocol_version) {
        throw Unsupported("protocol " + std::to_string(asked) + "; this worker speaks " +
                          std::to_string(protocol_version));
    }
    std::vector<std::string> ids;
    for (const Stack& stack : stacks()) ids.push_back(stack.id);
    return {{"protocol", protocol_version},
            {"worker", worker},
            {"runtime", std::string("C++17, g++ ") + __VERSION__},
            {"libraries", libraries},
            {"pid", getpid()},
            {"cpus", usable_cpus()},
            {"gc", nullptr},
            {"compiler_threads", Reply::array()},
            {"stacks", ids},
            {"histogram_layout", "log-linear/1024"}};
}

Reply describe(Request& request) {
    const Stack& stack = stack_called(request.text("stack"));
    request.refuse_unknown_fields();
    const Transport& transport = stack.transport;
    const auto& library = stack.library;
    Reply reply{{"stack", stack.id},
                {"about", stack.about},
                {"transport", library ? library->transport : transport.name},
                {"addresses", transport.is_local ? "folder" : "ip"},
                {"framing", transport.is_stream ? "stream" : "datagram"},
                {"roles", {"server", "client"}},
                {"waits", stack.waits},
                {"threading", stack.threading},
                {"min_message_bytes", min_message_bytes},
                {"max_message_bytes", stack.max_message_bytes(!stack.has_unreliable())},
                {"max_connections", stack.max_connections},
                {"max_in_flight", max_in_flight},
                {"max_in_flight_bytes", stack.max_in_flight_bytes},
                {"loads", load_names({transport.is_stream, stack.one_way, stack.can_churn(), stack.ticks})},
                {"payloads", payload_names()},
                {"sends_unasked", stack.ticks},
                {"pair_threads", stack.pair_threads()},
                {"reliable", stack.has_reliable()},
                {"unreliable", stack.has_unreliable()},
                {"tls", transport.is_encrypted},
                {"socket_options", SocketOptions::names(transport)}};
    describe_options(stack.options, reply);
    if (library) reply["max_reliable_message_bytes"] = library->max_reliable_message_bytes;
    return reply;
}

Reply vector(Request& request) {
    const std::string name = request.text("name");
    if (name == "histogram") return histogram_vector(request);
    if (name == "payload") return payload_vector(request);
    throw Unsupported("there is no vector \"" + name + "\"");
}

}  // namespace pingmark
