#include "calls.hpp"

#include <fcntl.h>
#include <grpcpp/create_channel_posix.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "kit/failure.hpp"

namespace pingmark {

namespace {

/// gRPC closes what it is given.
int descriptor_for_grpc(int fd) {
    const int another = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    if (another < 0) throw Failure(describe_error("a descriptor for gRPC", errno));
    return another;
}

grpc::ChannelArguments arguments() {
    grpc::ChannelArguments arguments;
    // A server that answers more than it was asked is told as corrupt, and not by gRPC.
    arguments.SetMaxReceiveMessageSize(-1);
    return arguments;
}

}  // namespace

GrpcLink::GrpcLink(int fd, const std::string& target)
    : channel_(grpc::CreateCustomInsecureChannelFromFd(target, descriptor_for_grpc(fd), arguments())),
      stub_(rpc::EchoService::NewStub(channel_)) {}

GrpcLink::~GrpcLink() {
    const auto is_out = [this] { return vacant_.size() + (next_ != nullptr ? 1 : 0) < calls_.size(); };
    if (is_out()) {
        for (const auto& call : calls_) {
            if (call->context) call->context->TryCancel();
        }
    }
    constexpr std::int64_t patience_ns = 1'000'000'000;
    while (is_out()) {
        Call* const call = Calls::of_process().next_within(patience_ns);
        if (call == nullptr) break;
        call->give_back();
    }
    // gRPC would write into one that does not end.
    if (is_out()) {
        for (auto& call : calls_) static_cast<void>(call.release());
    }
}

Call* GrpcLink::vacant() {
    if (vacant_.empty()) {
        calls_.push_back(std::make_unique<Call>(*this));
        return calls_.back().get();
    }
    Call* const call = vacant_.back();
    vacant_.pop_back();
    return call;
}

ssize_t GrpcLink::send(const char* from, std::size_t n) {
    for (std::size_t taken = 0; taken < n;) {
        if (next_ == nullptr) {
            next_ = vacant();
            next_->request.mutable_body()->clear();
        }
        std::string& body = *next_->request.mutable_body();
        if (body.size() < length_bytes) {
            const std::size_t part = std::min(length_bytes - body.size(), n - taken);
            body.append(from + taken, part);
            taken += part;
        }
        if (body.size() < length_bytes) break;
        const std::size_t whole = length_bytes + load_u32(body.data());
        const std::size_t part = std::min(whole - body.size(), n - taken);
        body.append(from + taken, part);
        taken += part;
        if (body.size() == whole) begin_call();
    }
    return static_cast<ssize_t>(n);
}

void GrpcLink::begin_call() {
    Call& call = *next_;
    next_ = nullptr;
    Calls& calls = Calls::of_process();
    call.context.emplace();
    call.reader = stub_->AsyncEcho(&*call.context, call.request, &calls.queue_);
    ++calls.under_way_;
    call.reader->Finish(&call.reply, &call.status, &call);
}

ssize_t GrpcLink::receive(char* to, std::size_t room) {
    while (Call* const call = Calls::of_process().next()) {
        if (call->is_ok()) {
            call->link.answers_.append(call->answer());
        } else {
            call->link.has_ended_ = true;
        }
        call->give_back();
    }
    const std::size_t bytes = std::min(room, answers_.size());
    if (bytes > 0) {
        std::memcpy(to, answers_.data(), bytes);
        answers_.erase(0, bytes);
        return static_cast<ssize_t>(bytes);
    }
    if (has_ended_) return 0;
    errno = EAGAIN;
    return -1;
}

/// Never freed, as threads of gRPC may run until the process has ended.
Calls& Calls::of_process() {
    static auto* const calls = new Calls;
    return *calls;
}

Call* Calls::next(gpr_timespec deadline) {
    void* ended = nullptr;
    bool is_ok = false;
    if (queue_.AsyncNext(&ended, &is_ok, deadline) != grpc::CompletionQueue::GOT_EVENT) return nullptr;
    --under_way_;
    return static_cast<Call*>(ended);
}

}  // namespace pingmark
