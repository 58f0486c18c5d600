#pragma once

#include <liburing.h>

#include <cerrno>

#include "kit/failure.hpp"
#include "kit/stack_options.hpp"

namespace pingmark {

constexpr char sqpoll_option[] = "sqpoll", defer_taskrun_option[] = "defer_taskrun";

inline std::vector<StackOption> ring_options() {
    return {StackOption::flag(defer_taskrun_option,
                              "io_uring's work is done in the waits of who asked for it, IORING_SETUP_DEFER_TASKRUN; "
                              "where the kernel can, when not given",
                              std::nullopt),
            StackOption::flag(sqpoll_option,
                              "a thread of the kernel looks for io_uring's operations, IORING_SETUP_SQPOLL", false)};
}

/// 0, or the error.
inline int open_ring(io_uring& ring, const StackOptions& options) {
    constexpr unsigned queued = 256;
    io_uring_params parameters{};
    if (options.flag(sqpoll_option)) {
        parameters.flags |= IORING_SETUP_SQPOLL;
        // So many ms without an operation, and the kernel's thread sleeps: who waits leaves the core to others.
        parameters.sq_thread_idle = 1;
    }
    if (options.flag(defer_taskrun_option)) parameters.flags |= IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN;
    return -io_uring_queue_init_params(queued, &ring, &parameters);
}

inline int try_ring(const StackOptions& options) {
    io_uring ring;
    const int error = open_ring(ring, options);
    if (error == 0) io_uring_queue_exit(&ring);
    return error;
}

/// What is left open is chosen. Throws `Unsupported` when a ring can't be had as it was asked for.
inline void settle_ring_options(StackOptions& options) {
    const bool polls = options.flag(sqpoll_option);
    const bool is_asked = options.find(defer_taskrun_option).has_value();
    if (polls && options.flag(defer_taskrun_option))
        throw Unsupported("sqpoll and defer_taskrun: the kernel has one of them at a time");
    if (!is_asked) options.settle(defer_taskrun_option, !polls);
    int error = try_ring(options);
    // Kernels before 6.1.
    if (error == EINVAL && !is_asked && !polls) {
        options.settle(defer_taskrun_option, false);
        error = try_ring(options);
    }
    if (error == 0) return;
    const bool defers = is_asked && options.flag(defer_taskrun_option);
    throw Unsupported(describe_error(polls ? sqpoll_option : defers ? defer_taskrun_option : "io_uring", error));
}

}  // namespace pingmark
