// Built and run before the worker is built: says why io_uring is not to be had here, if it is not.

#include <liburing.h>

#include <cstdio>
#include <cstring>

int main() {
    io_uring ring;
    const int error = -io_uring_queue_init(1, &ring, 0);
    if (error == 0) return 0;
    std::printf("io_uring_setup: %s; sysctl kernel.io_uring_disabled, or a filter of system calls, may forbid it\n",
                std::strerror(error));
    return 1;
}
