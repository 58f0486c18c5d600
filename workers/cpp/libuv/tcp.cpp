// TCP with libuv's streams.

#include <fcntl.h>
#include <uv.h>

#include <cerrno>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "kit/clock.hpp"
#include "kit/echo_buffer.hpp"
#include "kit/failure.hpp"
#include "kit/stack.hpp"
#include "kit/worker.hpp"
#include "loops/alarm.hpp"

namespace {

using namespace pingmark;

/// Checks a call of libuv that fails only without memory, or in a wrong program.
inline void check_uv(const char* call, int result) {
    if (result < 0) throw Failure(std::string(call) + ": " + uv_strerror(result));
}

/// Casts to the handles' base types, in C.
inline uv_handle_t* as_handle(uv_tcp_t* handle) { return reinterpret_cast<uv_handle_t*>(handle); }
inline uv_handle_t* as_handle(uv_poll_t* handle) { return reinterpret_cast<uv_handle_t*>(handle); }
inline uv_stream_t* as_stream(uv_tcp_t* handle) { return reinterpret_cast<uv_stream_t*>(handle); }

/// libuv takes what it only reads by a mutable pointer.
inline uv_buf_t as_buffer(const char* data, std::size_t bytes) {
    return uv_buf_init(const_cast<char*>(data), static_cast<unsigned>(bytes));
}

/// A loop of one thread.
class UvLoop {
public:
    UvLoop() { check_uv("uv_loop_init", uv_loop_init(&loop_)); }
    /// Handles take a turn of the loop to close.
    ~UvLoop() {
        uv_run(&loop_, UV_RUN_DEFAULT);
        uv_loop_close(&loop_);
    }
    UvLoop(const UvLoop&) = delete;

    uv_loop_t* get() { return &loop_; }

private:
    uv_loop_t loop_;
};

/// The client's loop, which reads each connection, and writes at once.
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

        /// Composed messages wait in the outbox while earlier ones wait for room.
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
        std::vector<char> waits_;  ///< the bytes of one send, which wait for room
    };

    /// libuv closes its descriptor, so it gets a copy.
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

    Channel& channel_of(const Connection& connection) {
        return channels_[static_cast<std::size_t>(&connection - lane_->connections().data())];
    }

    UvLoop loop_;
    Alarm alarm_;
    uv_poll_t rings_;
    Lane* lane_ = nullptr;
    bool arrived_ = false;
    bool more_ = false;
    std::deque<Channel> channels_;  // a deque, because they must not move
};

/// A server's connection, which deletes itself at its end. Echoes are written at once. What the socket does not take,
/// libuv writes later; nothing is read meanwhile.
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

    /// False: the socket is full. Closes a connection that has ended.
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

    /// Writes all that is unsent when there is room.
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

/// Accepts connections. Without descriptors, libuv's own listener would close waiting connections; here they wait.
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

void serve_uv(Server& server) {
    MessageCount messages(server);
    UvLoop loop;
    Listener listener(loop.get(), server, messages);
    uv_run(loop.get(), UV_RUN_DEFAULT);
}

Stack describe() {
    Stack stack{"cpp/libuv-tcp", "TCP, an event loop in one thread, libuv's uv_read_start and uv_try_write",
                "one thread with a uv_loop on each side, or client_threads"};
    stack.one_way = true;
    stack.options = {StackOption::client_threads()};
    stack.serve = serve_uv;
    stack.make_loop = make_loop<UvClientLoop>;
    return stack;
}

const Registration registration(describe());

}  // namespace

int main() { pingmark::run_worker("cpp/libuv", {std::string("libuv ") + uv_version_string()}); }
