#include "kit/sockets.hpp"

#include <fcntl.h>
#include <netdb.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "kit/clock.hpp"
#include "kit/failure.hpp"

namespace pingmark {

Socket::~Socket() {
    if (fd_ >= 0) close(fd_);
}

Address Address::parse(const std::string& literal, std::uint16_t port) {
    addrinfo hints{};
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV;
    addrinfo* found = nullptr;
    if (getaddrinfo(literal.c_str(), std::to_string(port).c_str(), &hints, &found) != 0) {
        throw Failure("address \"" + literal + "\" is no IPv4 or IPv6 literal");
    }
    const std::unique_ptr<addrinfo, void (*)(addrinfo*)> owner(found, freeaddrinfo);
    Address address;
    std::memcpy(&address.storage_, found->ai_addr, found->ai_addrlen);
    address.size_ = found->ai_addrlen;
    return address;
}

Address Address::in_folder(const std::string& folder, std::uint16_t number) {
    if (folder.empty() || folder.front() != '/') throw Failure("address \"" + folder + "\" is no absolute path");
    const std::string path = folder + "/" + std::to_string(number);
    Address address;
    auto& local = reinterpret_cast<sockaddr_un&>(address.storage_);
    constexpr std::size_t most = sizeof local.sun_path - 1;
    if (path.size() > most) {
        throw Unsupported("the path of a socket has at most " + std::to_string(most) + " bytes, and " + path + " has " +
                          std::to_string(path.size()));
    }
    local.sun_family = AF_UNIX;
    std::memcpy(local.sun_path, path.c_str(), path.size() + 1);
    address.size_ = sizeof local;
    return address;
}

Address Address::of_local_end(int fd) {
    Address address;
    if (getsockname(fd, reinterpret_cast<sockaddr*>(&address.storage_), &address.size_) != 0) {
        throw Failure(describe_error("getsockname", errno));
    }
    return address;
}

Address Address::of(const sockaddr* any, socklen_t size) {
    Address address;
    std::memcpy(&address.storage_, any, size);
    address.size_ = size;
    return address;
}

std::string Address::path() const { return reinterpret_cast<const sockaddr_un&>(storage_).sun_path; }

std::string Address::real_path() const {
    const std::unique_ptr<char, void (*)(void*)> real(realpath(path().c_str(), nullptr), std::free);
    return real ? real.get() : path();
}

bool Address::is_wildcard() const {
    if (is_local()) return false;
    if (family() == AF_INET) return reinterpret_cast<const sockaddr_in&>(storage_).sin_addr.s_addr == INADDR_ANY;
    const in6_addr& v6 = reinterpret_cast<const sockaddr_in6&>(storage_).sin6_addr;
    if (!IN6_IS_ADDR_V4MAPPED(&v6)) return IN6_IS_ADDR_UNSPECIFIED(&v6);
    return v6.s6_addr32[3] == INADDR_ANY;
}

std::string Address::host() const {
    if (is_local()) return path().substr(0, path().rfind('/'));
    char host[NI_MAXHOST];
    const int error = getnameinfo(get(), size_, host, sizeof host, nullptr, 0, NI_NUMERICHOST);
    if (error != 0) throw Failure(std::string("getnameinfo: ") + gai_strerror(error));
    return host;
}

std::uint16_t Address::port() const {
    if (is_local()) return static_cast<std::uint16_t>(std::stoi(path().substr(path().rfind('/') + 1)));
    return ntohs(family() == AF_INET ? reinterpret_cast<const sockaddr_in&>(storage_).sin_port
                                     : reinterpret_cast<const sockaddr_in6&>(storage_).sin6_port);
}

std::string Address::text() const {
    if (is_local()) return real_path();
    return (family() == AF_INET6 ? "[" + host() + "]" : host()) + ":" + std::to_string(port());
}

Socket open_socket(const Address& address, Transport transport) {
    const int type = transport.is_stream ? SOCK_STREAM : SOCK_DGRAM;
    Socket socket(::socket(address.family(), type | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    if (socket.fd() < 0) throw Failure(describe_error("socket", errno));
    return socket;
}

void set_blocking(int fd) {
    const int flags = fcntl(fd, F_GETFL);
    if (flags < 0 || fcntl(fd, F_SETFL, flags & ~O_NONBLOCK) != 0) throw Failure(describe_error("fcntl", errno));
}

void set_call_timeouts(int fd, std::int64_t ns) {
    timeval timeout{};
    timeout.tv_sec = ns / second;
    timeout.tv_usec = ns % second / 1000;
    if (setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout) != 0 ||
        setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &timeout, sizeof timeout) != 0) {
        throw Failure(describe_error("setsockopt SO_RCVTIMEO", errno));
    }
}

void raise_descriptor_limit() {
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &limit) != 0) std::perror("setrlimit RLIMIT_NOFILE");
}

}  // namespace pingmark
