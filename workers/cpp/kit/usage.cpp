#include "kit/usage.hpp"

#include <sys/resource.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include <cerrno>
#include <fstream>

#include "kit/clock.hpp"
#include "kit/failure.hpp"

namespace pingmark {

namespace {

/// 0: not told.
std::int64_t resident_bytes() {
    std::ifstream statm("/proc/self/statm");
    std::int64_t pages = 0;
    std::int64_t resident = 0;
    return statm >> pages >> resident ? resident * sysconf(_SC_PAGESIZE) : 0;
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
