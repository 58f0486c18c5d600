#include <grpcpp/grpcpp.h>

#include "kit/worker.hpp"

int main() { pingmark::run_worker("cpp/grpc", {"gRPC " + grpc::Version()}); }
