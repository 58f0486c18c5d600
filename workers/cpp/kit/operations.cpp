#include "kit/operations.hpp"

#include <fcntl.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "kit/clock.hpp"
#include "kit/failure.hpp"
#include "kit/histogram.hpp"
#include "kit/options.hpp"
#include "kit/payload.hpp"
#include "kit/serializers.hpp"
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

    return {{"hex", to_hex(message.data(), message.size())}};
}

/// A file of /proc; empty without a descriptor for it. (An ifstream would need one more under sanitizers.)
template <std::size_t N>
const char* text_of(const char* path, std::array<char, N>& text) {
    text.front() = 0;
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return text.data();
    const ssize_t size = read(file, text.data(), text.size() - 1);
    close(file);
    text[size > 0 ? static_cast<std::size_t>(size) : 0] = 0;
    return text.data();
}

/// 0: unknown.
std::int64_t resident_bytes() {
    std::array<char, 128> text{};
    long pages = 0;
    long resident = 0;
    return std::sscanf(text_of("/proc/self/statm", text), "%ld %ld", &pages, &resident) == 2
               ? resident * sysconf(_SC_PAGESIZE)
               : 0;
}

/// The last known value if it can't be read. getrusage's would include the process that this one was forked from.
std::int64_t peak_resident_bytes() {
    static std::int64_t peak = 0;
    std::array<char, 4096> text{};
    const char* field = std::strstr(text_of("/proc/self/status", text), "VmHWM:");
    long kib = 0;
    if (field != nullptr && std::sscanf(field, "VmHWM: %ld kB", &kib) == 1) peak = std::int64_t{kib} * 1024;
    return peak;
}

std::int64_t nanoseconds(const timeval& time) { return time.tv_sec * second + time.tv_usec * 1000; }

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
                {"roles", stack.has_server() ? Reply::array({"server", "client"}) : Reply::array({"client"})},
                {"waits", stack.waits},
                {"threading", stack.threading},
                {"min_message_bytes", min_message_bytes},
                {"max_message_bytes", stack.max_message_bytes(!stack.has_unreliable())},
                {"max_connections", stack.max_connections},
                {"max_in_flight", max_in_flight},
                {"max_in_flight_bytes", stack.max_in_flight_bytes},
                {"loads", load_names(transport.is_stream, stack.one_way, stack.can_churn(), stack.ticks)},
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

void report_process_usage(Reply& reply) {
    rusage used{};
    if (getrusage(RUSAGE_SELF, &used) != 0) throw Failure(describe_error("getrusage", errno));
    reply["now_ns"] = now_ns();
    reply["cpu_user_ns"] = nanoseconds(used.ru_utime);
    reply["cpu_system_ns"] = nanoseconds(used.ru_stime);
    reply["voluntary_switches"] = used.ru_nvcsw;
    reply["involuntary_switches"] = used.ru_nivcsw;
    reply["peak_rss_bytes"] = peak_resident_bytes();
    if (const std::int64_t bytes = resident_bytes(); bytes > 0) reply["rss_bytes"] = bytes;
    for (const char* absent : {"gc_count", "gc_pause_ns", "allocated_bytes"}) reply[absent] = nullptr;
}

}  // namespace pingmark
