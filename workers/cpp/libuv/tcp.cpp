// TCP with libuv's streams.

#include "client_loop.hpp"
#include "kit/stack.hpp"
#include "serving.hpp"

namespace {

using namespace pingmark;

Stack describe() {
    Stack stack;
    stack.id = "cpp/libuv-tcp";
    stack.about = "TCP, an event loop in one thread, libuv's uv_read_start and uv_try_write";
    stack.threading = "one thread with a uv_loop on each side, or client_threads";
    stack.transport = Transport::tcp;
    stack.waits = "block";
    stack.one_way = true;
    stack.options = {StackOption::client_threads()};
    stack.serve = serve_uv;
    stack.make_loop = make_loop<UvClientLoop>;
    return stack;
}

const Registration registration(describe());

}  // namespace
