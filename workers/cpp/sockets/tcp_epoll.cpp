// TCP with the event loop of loops/epoll.hpp.

#include "loops/epoll.hpp"

namespace {

using namespace pingmark;

const Registration registration(describe_epoll("cpp/tcp-epoll",
                                               "TCP, an event loop in one thread, level-triggered epoll",
                                               Transport::tcp));

}  // namespace
