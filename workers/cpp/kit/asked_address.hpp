#pragma once

// A socket at a wildcard address answers from the address of the route, and not from the one that was asked. The kernel
// tells which that was in a control message; sent with the answer, it lets the answer leave from there.

#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/types.h>

#include <cerrno>
#include <cstddef>

#include "kit/echo_datagrams.hpp"
#include "kit/failure.hpp"
#include "kit/server.hpp"

namespace pingmark {

/// The room that the control message takes, of IPv4 or IPv6.
constexpr std::size_t asked_address_bytes = CMSG_SPACE(sizeof(in6_pktinfo));

/// Null: the kernel told nothing.
inline cmsghdr* find_asked_address(msghdr& header) {
    for (cmsghdr* control = CMSG_FIRSTHDR(&header); control != nullptr; control = CMSG_NXTHDR(&header, control)) {
        if (control->cmsg_level == IPPROTO_IPV6 && control->cmsg_type == IPV6_PKTINFO) return control;
        if (control->cmsg_level == IPPROTO_IP && control->cmsg_type == IP_PKTINFO) return control;
    }
    return nullptr;
}

/// An answer leaves by the interface of its route, which need not be the one that the datagram came by.
inline void leave_interface_open(cmsghdr& asked) {
    if (asked.cmsg_level == IPPROTO_IPV6) {
        reinterpret_cast<in6_pktinfo*>(CMSG_DATA(&asked))->ipi6_ifindex = 0;
    } else {
        reinterpret_cast<in_pktinfo*>(CMSG_DATA(&asked))->ipi_ifindex = 0;
    }
}

/// The calls of a server's socket that is bound to one address: receives a datagram, and answers it.
class AtOneAddress {
public:
    explicit AtOneAddress(const Server& server) : fd_(server.fd()) {}

    ssize_t receive(char* bytes, std::size_t room) {
        from_ = Peer();
        size_ = sizeof from_;
        return recvfrom(fd_, bytes, room, 0, &from_.any, &size_);
    }
    ssize_t answer(const char* bytes, std::size_t n) { return sendto(fd_, bytes, n, 0, &from_.any, size_); }

    /// The sender of the last datagram.
    const Peer& from() const { return from_; }
    socklen_t from_bytes() const { return size_; }

private:
    int fd_;
    Peer from_;
    socklen_t size_ = 0;
};

/// The same for a socket at a wildcard address.
class AtAnyAddress {
public:
    explicit AtAnyAddress(const Server& server) : fd_(server.fd()) {}
    AtAnyAddress(const AtAnyAddress&) = delete;

    ssize_t receive(char* bytes, std::size_t room) {
        from_ = Peer();
        part_ = {bytes, room};
        header_ = {&from_, sizeof from_, &part_, 1, control_, sizeof control_, 0};
        const ssize_t n = recvmsg(fd_, &header_, 0);
        if (n < 0) return n;
        if (cmsghdr* const asked = find_asked_address(header_)) leave_interface_open(*asked);
        return n;
    }
    ssize_t answer(char* bytes, std::size_t n) {
        part_ = {bytes, n};
        return sendmsg(fd_, &header_, 0);
    }

    const Peer& from() const { return from_; }
    socklen_t from_bytes() const { return header_.msg_namelen; }

private:
    int fd_;
    Peer from_;
    iovec part_{};
    msghdr header_{};
    alignas(cmsghdr) char control_[asked_address_bytes];
};

}  // namespace pingmark
