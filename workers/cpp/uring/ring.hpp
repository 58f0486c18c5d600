#pragma once

#include <liburing.h>
#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <ctime>

#include "kit/clock.hpp"
#include "kit/failure.hpp"
#include "kit/options.hpp"

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
        // In ms. After this time without operations the kernel's thread sleeps.
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

/// Chooses options that were left open. Throws `Unsupported` if the kernel refuses such a ring.
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

/// One thread's io_uring. The call that waits for completions also submits queued operations.
class Ring {
public:
    /// Construct it on the thread that uses it: with `defer_taskrun` the kernel works in that thread's waits.
    explicit Ring(const StackOptions& settled) {
        if (const int error = open_ring(ring_, settled)) throw Failure(describe_error("io_uring_queue_init", error));
    }
    ~Ring() { io_uring_queue_exit(&ring_); }
    Ring(const Ring&) = delete;

    void receive(int fd, char* to, std::size_t room, std::uint64_t what) {
        io_uring_sqe* entry = next();
        io_uring_prep_recv(entry, fd, to, room, 0);
        io_uring_sqe_set_data64(entry, what);
    }

    void send(int fd, const char* from, std::size_t bytes, std::uint64_t what) {
        io_uring_sqe* entry = next();
        io_uring_prep_send(entry, fd, from, bytes, MSG_NOSIGNAL);
        io_uring_sqe_set_data64(entry, what);
    }

    void wait_readable(int fd, std::uint64_t what) {
        io_uring_sqe* entry = next();
        io_uring_prep_poll_add(entry, fd, POLLIN);
        io_uring_sqe_set_data64(entry, what);
    }

    /// Cancels all operations, which then complete.
    void cancel_all() {
        io_uring_sqe* entry = next();
        io_uring_prep_cancel64(entry, 0, IORING_ASYNC_CANCEL_ANY);
        io_uring_sqe_set_data64(entry, cancelled);
    }
    static constexpr std::uint64_t cancelled = ~std::uint64_t{0};

    /// Submits queued operations.
    void submit() { io_uring_submit(&ring_); }

    /// The same, and waits for a completion.
    void wait() { io_uring_submit_and_wait(&ring_, 1); }

    /// The same, with a timeout.
    void wait(std::int64_t timeout_ns) {
        if (timeout_ns <= 0) {
            io_uring_submit_and_get_events(&ring_);
            return;
        }
        io_uring_cqe* first;
        __kernel_timespec timeout{timeout_ns / second, timeout_ns % second};
        io_uring_submit_and_wait_timeout(&ring_, &first, 1, &timeout, nullptr);
    }

    /// Calls `handle(what, result)` for each completion, including those that it causes. Returns how many.
    template <class Handle>
    std::size_t handle_ended(Handle&& handle) {
        std::size_t handled = 0;
        for (io_uring_cqe* ended; io_uring_peek_cqe(&ring_, &ended) == 0; ++handled) {
            const std::uint64_t what = io_uring_cqe_get_data64(ended);
            const int result = ended->res;
            io_uring_cqe_seen(&ring_, ended);
            handle(what, result);
        }
        return handled;
    }

private:
    io_uring_sqe* next() {
        io_uring_sqe* entry = io_uring_get_sqe(&ring_);
        if (entry != nullptr) return entry;
        submit();
        // With `sqpoll` another thread takes them.
        io_uring_sqring_wait(&ring_);
        entry = io_uring_get_sqe(&ring_);
        if (entry == nullptr) throw Failure("io_uring takes no more operations");
        return entry;
    }

    io_uring ring_;
};

}  // namespace pingmark
