#pragma once

#include <fcntl.h>

#include <cerrno>
#include <deque>
#include <vector>

#include "handles.hpp"
#include "kit/stack.hpp"
#include "loops/alarm.hpp"

namespace pingmark {

/// A thread with a loop of libuv, which reads each connection, and writes at once what is to be sent.
class UvClientLoop : public ClientLoop {
public:
    explicit UvClientLoop(std::vector<Connection>& connections) {
        check_uv("uv_poll_init", uv_poll_init(loop_.get(), &rings_, alarm_.fd()));
        rings_.data = &alarm_;
        uv_poll_start(&rings_, UV_READABLE,
                      [](uv_poll_t* rings, int, int) { static_cast<Alarm*>(rings->data)->rang(); });
        try {
            for (Connection& connection : connections)
                channels_.emplace_back(*this, connection, another_of(connection.fd()));
        } catch (...) {
            end();
            throw;
        }
    }
    ~UvClientLoop() override { end(); }

    void measure(Lane& lane) override {
        lane_ = &lane;
        const auto transmit = [this](Connection& connection) { channel_of(connection).send(); };
        lane.start(transmit);
        do {
            const std::int64_t wait = lane.wait_ns();
            if (wait > 0) alarm_.ring_within(wait);
            arrived_ = more_ = false;
            uv_run(loop_.get(), wait > 0 ? UV_RUN_ONCE : UV_RUN_NOWAIT);
            if (!arrived_) lane.woke_for_nothing();
        } while (lane.goes_on(more_, transmit));
    }

private:
    class Channel {
    public:
        Channel(UvClientLoop& loop, Connection& connection, int fd) : loop_(loop), connection_(connection) {
            check_uv("uv_tcp_init", uv_tcp_init(loop.loop_.get(), &handle_));
            handle_.data = write_.data = this;
            check_uv("uv_tcp_open", uv_tcp_open(&handle_, fd));
            const auto on_room = [](uv_handle_t* handle, std::size_t, uv_buf_t* room) {
                Inbox& inbox = of(handle->data).connection_.inbox;
                *room = as_buffer(inbox.space(), inbox.room());
            };
            const auto on_read = [](uv_stream_t* handle, ssize_t n, const uv_buf_t*) { of(handle->data).received(n); };
            check_uv("uv_read_start", uv_read_start(as_stream(&handle_), on_room, on_read));
        }

        void close() { uv_close(as_handle(&handle_), nullptr); }

        /// Composed messages wait in the outbox while what went before them waits for room.
        void send() {
            Outbox& outbox = connection_.outbox;
            while (waits_.empty() && outbox.pending() > 0) {
                const std::size_t bytes = outbox.next_send(connection_.sends);
                const uv_buf_t next = as_buffer(outbox.data(), bytes);
                const int n = uv_try_write(as_stream(&handle_), &next, 1);
                if (n >= 0) {
                    outbox.sent(static_cast<std::size_t>(n));
                } else if (n == UV_EAGAIN) {
                    waits_.assign(outbox.data(), outbox.data() + bytes);
                    outbox.sent(bytes);
                    write();
                } else {
                    loop_.lane_->fail(connection_, "uv_try_write", -n);
                    return;
                }
            }
        }

    private:
        static Channel& of(void* data) { return *static_cast<Channel*>(data); }

        void received(ssize_t n) {
            Lane& lane = *loop_.lane_;
            if (n == 0) return;
            if (n < 0 && n != UV_EOF) {
                lane.fail(connection_, "uv_read", static_cast<int>(-n));
            } else {
                loop_.arrived_ = true;
                const auto transmit = [this](Connection& to) { loop_.channel_of(to).send(); };
                const Arrival arrival = lane.received(connection_, n == UV_EOF ? 0 : n, transmit);
                if (arrival == Arrival::full) loop_.more_ = true;
            }
            if (connection_.broken) uv_read_stop(as_stream(&handle_));
        }

        void write() {
            const uv_buf_t rest = as_buffer(waits_.data(), waits_.size());
            check_uv("uv_write", uv_write(&write_, as_stream(&handle_), &rest, 1,
                                          [](uv_write_t* write, int status) { of(write->data).wrote(status); }));
        }

        void wrote(int status) {
            waits_.clear();
            if (status == UV_ECANCELED) return;  // it is being closed
            if (status < 0) {
                loop_.lane_->fail(connection_, "uv_write", -status);
            } else {
                send();
            }
        }

        UvClientLoop& loop_;
        Connection& connection_;
        uv_tcp_t handle_;
        uv_write_t write_;
        std::vector<char> waits_;  ///< what one send was to take, and waits for room
    };

    /// libuv closes the descriptor that it is given, and the connection its own.
    static int another_of(int fd) {
        const int another = fcntl(fd, F_DUPFD_CLOEXEC, 0);
        if (another < 0) throw Failure(describe_error("F_DUPFD_CLOEXEC", errno));
        return another;
    }

    void end() {
        for (Channel& channel : channels_) channel.close();
        uv_close(as_handle(&rings_), nullptr);
        uv_run(loop_.get(), UV_RUN_DEFAULT);
    }

    Channel& channel_of(const Connection& connection) { return channels_[lane_->index_of(connection)]; }

    UvLoop loop_;
    Alarm alarm_;
    uv_poll_t rings_;
    Lane* lane_ = nullptr;
    bool arrived_ = false;
    bool more_ = false;
    std::deque<Channel> channels_;  // a deque, because they stay where they are
};

}  // namespace pingmark
