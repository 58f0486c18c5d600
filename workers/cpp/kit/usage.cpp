#include "kit/usage.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "kit/clock.hpp"
#include "kit/failure.hpp"

namespace pingmark {

namespace {

/// A file of /proc; empty where there is no descriptor for it. (Sanitizers look at the objects of streams by a pipe,
/// and take one for damaged where there is no descriptor for that.)
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

/// 0: not told.
std::int64_t resident_bytes() {
    std::array<char, 128> text{};
    long pages = 0;
    long resident = 0;
    return std::sscanf(text_of("/proc/self/statm", text), "%ld %ld", &pages, &resident) == 2
               ? resident * sysconf(_SC_PAGESIZE)
               : 0;
}

/// What it told last where it can't be read. Not getrusage's, which knows the memory of the process that this one was
/// forked from.
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
