#pragma once

#include <sys/socket.h>
#include <sys/types.h>

#include <cstddef>
#include <memory>

#include "kit/connector.hpp"

namespace pingmark {

/// How bytes travel over a connection's socket. It is chosen when connecting.
class Channel {
public:
    virtual ~Channel() = default;
    /// As those of `Link`.
    virtual Link::Begun begin() = 0;
    virtual ssize_t receive(char* to, std::size_t room) = 0;
    virtual ssize_t send(const char* from, std::size_t n) = 0;
    /// It has received more than it handed over, which the socket does not know of.
    virtual bool holds_more() const { return false; }
};

/// The socket itself.
class PlainChannel final : public Channel {
public:
    explicit PlainChannel(int fd) : fd_(fd) {}

    Link::Begun begin() override { return Link::Begun::yes; }
    ssize_t receive(char* to, std::size_t room) override { return recv(fd_, to, room, 0); }
    ssize_t send(const char* from, std::size_t n) override { return ::send(fd_, from, n, MSG_NOSIGNAL); }

private:
    int fd_;
};

/// A stack's options of TLS.
std::vector<StackOption> tls_options();

/// Reads the certificates that are trusted, once. Throws `Unsupported` where they can't be read.
void prepare_tls(const StackOptions& options);

std::unique_ptr<Channel> open_tls(int fd, const ConnectPlan& plan);

}  // namespace pingmark
