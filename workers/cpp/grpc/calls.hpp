#pragma once

#include <grpcpp/grpcpp.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "echo.grpc.pb.h"
#include "kit/link.hpp"
#include "kit/wire.hpp"

namespace pingmark {

/// A client's connection: a channel of gRPC on the very socket that the kit has opened, so that so many connections
/// are so many sockets. Its stream is what calls carry there and back.
class GrpcLink final : public Link {
public:
    GrpcLink(int fd, const std::string& target);
    ~GrpcLink() override;

    Begun begin() override { return Begun::yes; }
    /// While connecting, when gRPC may have what the socket does not tell of.
    ssize_t receive(char* to, std::size_t room) override;
    bool is_polled() const override { return true; }
    /// Begins a call for each message that is whole by now.
    ssize_t send(const char* from, std::size_t n) override;

    /// Where its answers go; of its lane.
    void* connection = nullptr;

private:
    friend class Calls;
    friend struct Call;

    struct Call* vacant();
    void begin_call();

    std::shared_ptr<grpc::Channel> channel_;
    std::unique_ptr<rpc::EchoService::Stub> stub_;
    std::vector<std::unique_ptr<struct Call>> calls_;
    std::vector<struct Call*> vacant_;
    struct Call* next_ = nullptr;  ///< whose message is not whole
    std::string answers_;          ///< to calls of the time of connecting
    bool has_ended_ = false;
};

/// One call at a time, again and again.
struct Call {
    explicit Call(GrpcLink& its_link) : link(its_link) {}

    /// What has come, until it is given back.
    const std::string& answer() const { return reply.body(); }
    bool is_ok() const { return status.ok(); }
    void give_back() { link.vacant_.push_back(this); }

    GrpcLink& link;
    std::optional<grpc::ClientContext> context;
    rpc::Message request;
    rpc::Message reply;
    grpc::Status status;
    std::unique_ptr<grpc::ClientAsyncResponseReader<rpc::Message>> reader;
};

/// The calls of all links of this process, which one thread at a time makes: gRPC's reading and writing is done by
/// whoever asks for the next one that has ended.
class Calls {
public:
    static Calls& of_process();

    std::size_t under_way() const { return under_way_; }
    /// The next call that has ended, at once.
    Call* next() { return next(gpr_time_0(GPR_CLOCK_MONOTONIC)); }
    /// The same after waiting so long at most, to the millisecond, which is what gRPC counts in.
    Call* next_within(std::int64_t wait_ns) {
        return next(gpr_time_add(gpr_now(GPR_CLOCK_MONOTONIC), gpr_time_from_nanos(wait_ns, GPR_TIMESPAN)));
    }

private:
    friend class GrpcLink;

    Call* next(gpr_timespec deadline);

    grpc::CompletionQueue queue_;
    std::size_t under_way_ = 0;
};

}  // namespace pingmark
