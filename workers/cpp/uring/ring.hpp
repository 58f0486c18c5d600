#pragma once

#include <liburing.h>
#include <poll.h>
#include <sys/socket.h>

#include <cstddef>
#include <cstdint>
#include <ctime>

#include "kit/clock.hpp"
#include "kit/failure.hpp"
#include "ring_options.hpp"

namespace pingmark {

/// One thread's io_uring: operations are queued, and handed to the kernel by the call that also waits for what has
/// ended.
class Ring {
public:
    /// On the thread that uses it: with `defer_taskrun` the kernel does its part of the work in that thread's own
    /// waits.
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

    /// Everything that is under way ends, and says so.
    void cancel_all() {
        io_uring_sqe* entry = next();
        io_uring_prep_cancel64(entry, 0, IORING_ASYNC_CANCEL_ANY);
        io_uring_sqe_set_data64(entry, cancelled);
    }
    static constexpr std::uint64_t cancelled = ~std::uint64_t{0};

    /// Hands over what is queued.
    void submit() { io_uring_submit(&ring_); }

    /// The same, and waits until something has ended.
    void wait() { io_uring_submit_and_wait(&ring_, 1); }

    /// The same, but not for longer than this; 0: not at all.
    void wait(std::int64_t timeout_ns) {
        if (timeout_ns <= 0) {
            io_uring_submit_and_get_events(&ring_);
            return;
        }
        io_uring_cqe* first;
        __kernel_timespec timeout{timeout_ns / second, timeout_ns % second};
        io_uring_submit_and_wait_timeout(&ring_, &first, 1, &timeout, nullptr);
    }

    /// Calls `handle(what, result)` for each that has ended, those too that end because of it. Returns how many.
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
        // Another thread may take them, with `sqpoll`.
        io_uring_sqring_wait(&ring_);
        entry = io_uring_get_sqe(&ring_);
        if (entry == nullptr) throw Failure("io_uring takes no more operations");
        return entry;
    }

    io_uring ring_;
};

}  // namespace pingmark
