// Unix stream sockets with the event loop of the kit, as TCP has it in cpp/tcp-epoll.

#include "kit/event_loop.hpp"

namespace {

using namespace pingmark;

const Registration registration(describe_event_loop(
    "cpp/unix", "Unix stream sockets, an event loop in one thread, level-triggered epoll", Transport::unix_stream));

}  // namespace
