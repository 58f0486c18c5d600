#include "serving.hpp"

#include <optional>

#include "handles.hpp"
#include "kit/clock.hpp"
#include "kit/echo_buffer.hpp"

namespace pingmark {

namespace {

/// A server's connection, which deletes itself when it has ended. What is to be echoed is written at once. What the
/// socket does not take then libuv writes when there is room, and nothing is read meanwhile.
class Stream {
public:
    Stream(uv_loop_t* loop, Server& server, MessageCount& messages, int fd) {
        check_uv("uv_tcp_init", uv_tcp_init(loop, &handle_));
        handle_.data = this;
        check_uv("uv_tcp_open", uv_tcp_open(&handle_, fd));
        buffer_.emplace(server, messages, fd);
        read();
    }

private:
    static Stream& of(void* data) { return *static_cast<Stream*>(data); }

    void read() {
        const auto on_room = [](uv_handle_t* handle, std::size_t, uv_buf_t* room) {
            EchoBuffer& buffer = *of(handle->data).buffer_;
            *room = as_buffer(buffer.space(), buffer.room());
        };
        const auto on_read = [](uv_stream_t* handle, ssize_t n, const uv_buf_t*) { of(handle->data).received(n); };
        uv_read_start(as_stream(&handle_), on_room, on_read);
    }

    void received(ssize_t n) {
        if (n < 0) {
            close();
        } else if (n > 0) {
            buffer_->received(static_cast<std::size_t>(n));
            if (!flush()) {
                uv_read_stop(as_stream(&handle_));
                write();
            }
        }
    }

    /// False: the socket takes no more. What has ended is closed.
    bool flush() {
        while (buffer_->has_unsent()) {
            const uv_buf_t unsent = as_buffer(buffer_->unsent(), buffer_->unsent_bytes());
            const int n = uv_try_write(as_stream(&handle_), &unsent, 1);
            if (n == UV_EAGAIN) return false;
            if (n < 0) {
                close();
                return true;
            }
            buffer_->sent(static_cast<std::size_t>(n));
        }
        if (buffer_->is_broken()) close();
        return true;
    }

    /// All that is unsent, when there is room.
    void write() {
        const uv_buf_t unsent = as_buffer(buffer_->unsent(), buffer_->unsent_bytes());
        write_.data = this;
        check_uv("uv_write", uv_write(&write_, as_stream(&handle_), &unsent, 1,
                                      [](uv_write_t* write, int status) { of(write->data).wrote(status); }));
    }

    void wrote(int status) {
        if (!buffer_) return;  // it is being closed
        if (status < 0) {
            close();
            return;
        }
        buffer_->sent(buffer_->unsent_bytes());
        if (buffer_->is_broken()) {
            close();
        } else {
            read();
        }
    }

    /// The buffer goes before the descriptor does.
    void close() {
        buffer_.reset();
        uv_close(as_handle(&handle_), [](uv_handle_t* handle) { delete &of(handle->data); });
    }

    uv_tcp_t handle_;
    uv_write_t write_;
    std::optional<EchoBuffer> buffer_;
};

/// Takes connections for ever. Out of descriptors, libuv's own listener would accept and close those that wait: here
/// they wait until there is room.
class Listener {
public:
    Listener(uv_loop_t* loop, Server& server, MessageCount& messages)
        : loop_(loop), server_(server), messages_(messages) {
        check_uv("uv_poll_init", uv_poll_init(loop, &poll_, server.fd()));
        check_uv("uv_timer_init", uv_timer_init(loop, &pause_));
        poll_.data = pause_.data = this;
        listen();
    }

private:
    void listen() {
        uv_poll_start(&poll_, UV_READABLE,
                      [](uv_poll_t* poll, int, int) { static_cast<Listener*>(poll->data)->accept(); });
    }

    void accept() {
        for (int fd; (fd = server_.accept(SOCK_NONBLOCK)) >= 0;) new Stream(loop_, server_, messages_, fd);
        if (server_.rest_ns() == 0) return;
        uv_poll_stop(&poll_);
        const auto rest_ms = static_cast<std::uint64_t>(server_.rest_ns() / millisecond) + 1;
        uv_timer_start(
            &pause_, [](uv_timer_t* timer) { static_cast<Listener*>(timer->data)->listen(); }, rest_ms, 0);
    }

    uv_loop_t* loop_;
    Server& server_;
    MessageCount& messages_;
    uv_poll_t poll_;
    uv_timer_t pause_;
};

}  // namespace

void serve_uv(Server& server) {
    MessageCount messages(server);
    UvLoop loop;
    Listener listener(loop.get(), server, messages);
    uv_run(loop.get(), UV_RUN_DEFAULT);
}

}  // namespace pingmark
