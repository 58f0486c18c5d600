#pragma once

#include <netinet/in.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstdint>
#include <string>
#include <utility>

#include "kit/wire.hpp"

namespace pingmark {

/// A file descriptor that is closed with its owner.
class Socket {
public:
    Socket() = default;
    explicit Socket(int fd) : fd_(fd) {}
    Socket(Socket&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
    Socket& operator=(Socket&& other) noexcept {
        std::swap(fd_, other.fd_);
        return *this;
    }
    ~Socket();

    int fd() const { return fd_; }

private:
    int fd_ = -1;
};

/// An IPv4 or IPv6 address and port, or a folder and the number of a socket in it.
class Address {
public:
    static Address parse(const std::string& literal, std::uint16_t port);
    /// Throws Unsupported when the path is too long for the kernel.
    static Address in_folder(const std::string& folder, std::uint16_t number);
    static Address of_local_end(int fd);
    static Address of(const sockaddr* any, socklen_t size);

    const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&storage_); }
    socklen_t size() const { return size_; }
    int family() const { return storage_.ss_family; }
    bool is_local() const { return family() == AF_UNIX; }
    bool is_wildcard() const;
    std::string host() const;
    std::uint16_t port() const;
    /// "127.0.0.1:9", "[::1]:9", "/folder/9"
    std::string text() const;

private:
    std::string path() const;
    /// Behind links, where there is such a file.
    std::string real_path() const;

    sockaddr_storage storage_{};
    socklen_t size_ = sizeof storage_;
};

/// A new non-blocking socket.
Socket open_socket(const Address& address, Transport transport);

/// Whether a datagram that could not be sent counts as lost: a packet filter dropped it (EPERM, EACCES), or a queue is
/// full (ENOBUFS).
inline bool is_lost(int send_error) { return send_error == EPERM || send_error == EACCES || send_error == ENOBUFS; }

void set_blocking(int fd);

/// Lets blocking calls return now and then, so that a lane checks what is due.
void set_call_timeouts(int fd, std::int64_t ns);

/// Many connections need more descriptors than the usual soft limit.
void raise_descriptor_limit();

}  // namespace pingmark
