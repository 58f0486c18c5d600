// One thread polls all connections, and never waits.

#include <sys/socket.h>

#include <memory>
#include <vector>

#include "kit/echo_stream.hpp"
#include "kit/stack.hpp"
#include "loops/spin.hpp"

namespace {

using namespace pingmark;

void serve(Server& server) {
    // Accept only now and then, so that established connections stay fast.
    constexpr std::size_t polls_per_accept = 1024;
    MessageCount messages(server);
    std::vector<std::unique_ptr<EchoStream>> streams;
    for (std::size_t polls = 0;; polls += streams.size()) {
        if (polls >= polls_per_accept || streams.empty()) {
            polls = 0;
            for (int fd; (fd = server.accept(SOCK_NONBLOCK)) >= 0;) {
                streams.push_back(std::make_unique<EchoStream>(server, messages, Socket(fd)));
            }
        }
        for (std::size_t i = 0; i < streams.size(); ++i) {
            if (streams[i]->ready() != EchoStream::State::closed) continue;
            std::swap(streams[i--], streams.back());
            streams.pop_back();
        }
    }
}

Stack describe() {
    Stack stack{"cpp/tcp-spin", "TCP, one busy thread that polls all connections",
                "one thread on each side, which never waits"};
    stack.waits = "spin";
    stack.one_way = true;
    stack.serve = serve;
    stack.one_thread = [](Server& server) { return accept_end(server, SOCK_NONBLOCK, nullptr); };
    stack.make_loop = make_loop<SpinLoop<SocketCalls>>;
    return stack;
}

const Registration registration(describe());

}  // namespace
