// TCP with the event loop of the kit.

#include "kit/event_loop.hpp"

namespace {

using namespace pingmark;

const Registration registration(describe_event_loop("cpp/tcp-epoll",
                                                    "TCP, an event loop in one thread, level-triggered epoll",
                                                    Transport::tcp));

}  // namespace
