#include "kit/usage.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cerrno>
#include <cstdio>

#include "kit/clock.hpp"
#include "kit/failure.hpp"

namespace pingmark {

namespace {

/// 0: not told, as where there is no descriptor for the file. (Sanitizers look at the objects of streams by a pipe, and
/// take one for damaged where there is no descriptor for that.)
std::int64_t resident_bytes() {
    const int statm = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    if (statm < 0) return 0;
    std::array<char, 128> text{};
    const ssize_t size = read(statm, text.data(), text.size() - 1);
    close(statm);
    long pages = 0;
    long resident = 0;
    return size > 0 && std::sscanf(text.data(), "%ld %ld", &pages, &resident) == 2 ? resident * sysconf(_SC_PAGESIZE)
                                                                                   : 0;
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
    reply["peak_rss_bytes"] = used.ru_maxrss * 1024;
    if (const std::int64_t bytes = resident_bytes(); bytes > 0) reply["rss_bytes"] = bytes;
    for (const char* absent : {"gc_count", "gc_pause_ns", "allocated_bytes"}) reply[absent] = nullptr;
}

}  // namespace pingmark
