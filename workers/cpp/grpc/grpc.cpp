// gRPC by grpc++: a unary call for each message. The client is the reference client of all servers of gRPC.

#include <memory>

#include "calls.hpp"
#include "kit/stack.hpp"
#include "loop.hpp"
#include "serving.hpp"

namespace {

using namespace pingmark;

constexpr Transport grpc_over_tcp{"grpc", true, true, false, false};

std::unique_ptr<Link> open_link(int fd, const ConnectPlan& plan) {
    return std::make_unique<GrpcLink>(fd, plan.address.text());
}

Stack describe() {
    Stack stack;
    stack.id = "cpp/grpc";
    stack.about = "grpc++: a message in each unary call, by the callback API (server) and a completion queue (client)";
    stack.threading =
        "server: a thread that accepts, and gRPC's, which answer calls; client: one thread, beside gRPC's";
    stack.transport = grpc_over_tcp;
    stack.waits = "block";
    stack.open_link = open_link;
    stack.needs_framing = true;
    stack.shares_process = false;
    stack.serve = serve_grpc;
    stack.make_loop = make_loop<GrpcLoop>;
    return stack;
}

const Registration registration(describe());

}  // namespace
