#include <cstdio>

#include "kit/failure.hpp"
#include "kit/worker.hpp"
#include "ring_options.hpp"

int main() {
    try {
        // It may have been forbidden since the worker was built.
        pingmark::StackOptions options;
        pingmark::settle_ring_options(options);
    } catch (const pingmark::Unsupported& failure) {
        std::fprintf(stderr, "%s; sysctl kernel.io_uring_disabled, or a filter of system calls, may forbid it\n",
                     failure.what());
        return 1;
    }
    pingmark::run_worker("cpp/uring", {"liburing"});
}
