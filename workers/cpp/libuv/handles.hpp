#pragma once

#include <uv.h>

#include <string>

#include "kit/failure.hpp"

namespace pingmark {

/// What a call of libuv returned, where only a program that is wrong, or out of memory, makes it fail.
inline void check_uv(const char* call, int result) {
    if (result < 0) throw Failure(std::string(call) + ": " + uv_strerror(result));
}

/// libuv's handles are kinds of others, in C.
inline uv_handle_t* as_handle(uv_tcp_t* handle) { return reinterpret_cast<uv_handle_t*>(handle); }
inline uv_handle_t* as_handle(uv_poll_t* handle) { return reinterpret_cast<uv_handle_t*>(handle); }
inline uv_stream_t* as_stream(uv_tcp_t* handle) { return reinterpret_cast<uv_stream_t*>(handle); }

/// libuv takes what it only reads by a pointer that could change it.
inline uv_buf_t as_buffer(const char* data, std::size_t bytes) {
    return uv_buf_init(const_cast<char*>(data), static_cast<unsigned>(bytes));
}

/// A loop of one thread.
class UvLoop {
public:
    UvLoop() { check_uv("uv_loop_init", uv_loop_init(&loop_)); }
    /// Its handles have been told to close, which takes a turn.
    ~UvLoop() {
        uv_run(&loop_, UV_RUN_DEFAULT);
        uv_loop_close(&loop_);
    }
    UvLoop(const UvLoop&) = delete;

    uv_loop_t* get() { return &loop_; }

private:
    uv_loop_t loop_;
};

}  // namespace pingmark
