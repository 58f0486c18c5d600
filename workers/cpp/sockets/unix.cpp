// Unix stream sockets with the event loop of loops/epoll.hpp, as TCP has it in cpp/tcp-epoll.

#include "loops/epoll.hpp"

namespace {

using namespace pingmark;

const Registration registration(describe_epoll(
    "cpp/unix", "Unix stream sockets, an event loop in one thread, level-triggered epoll", Transport::unix_stream));

}  // namespace
