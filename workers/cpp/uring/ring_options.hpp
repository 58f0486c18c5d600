#pragma once

#include <liburing.h>

#include <cerrno>

#include "kit/failure.hpp"
#include "kit/stack_options.hpp"

namespace pingmark {

/// 0, or the error.
inline int open_ring(io_uring& ring, const StackOptions& options) {
    constexpr unsigned queued = 256;
    io_uring_params parameters{};
    if (options.sqpoll) {
        parameters.flags |= IORING_SETUP_SQPOLL;
        // So many ms without an operation, and the kernel's thread sleeps: who waits leaves the core to others.
        parameters.sq_thread_idle = 1;
    }
    if (options.defer_taskrun.value_or(false))
        parameters.flags |= IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN;
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
    const bool is_asked = options.defer_taskrun.has_value();
    if (options.sqpoll && options.defer_taskrun.value_or(false))
        throw Unsupported("sqpoll and defer_taskrun: the kernel has one of them at a time");
    if (!is_asked) options.defer_taskrun = !options.sqpoll;
    int error = try_ring(options);
    // Kernels before 6.1.
    if (error == EINVAL && !is_asked && !options.sqpoll) {
        options.defer_taskrun = false;
        error = try_ring(options);
    }
    if (error == 0) return;
    const bool defers = is_asked && *options.defer_taskrun;
    throw Unsupported(describe_error(options.sqpoll ? "sqpoll" : defers ? "defer_taskrun" : "io_uring", error));
}

}  // namespace pingmark
