#pragma once

#include <netinet/in.h>
#include <netinet/udp.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string>

#include "kit/failure.hpp"
#include "kit/peer_table.hpp"
#include "kit/stack_options.hpp"

namespace pingmark {

/// With `udp_offload` the kernel carries datagrams of one length as one, up to the receiver (UDP_SEGMENT and UDP_GRO).
namespace offload {

inline StackOption option() {
    return StackOption::flag("udp_offload",
                             "datagrams of one length pass the kernel many as one, UDP_SEGMENT and UDP_GRO", false);
}

inline int receive_joined(int fd) {
    const int on = 1;
    return setsockopt(fd, IPPROTO_UDP, UDP_GRO, &on, sizeof on) == 0 ? 0 : errno;
}

/// So many datagrams of that length go as one from this connected socket. What does not fit into a packet can't be cut
/// into packets: 1.
inline std::size_t most_joined(int fd, std::size_t bytes) {
    constexpr std::size_t most_segments = 64, most_bytes = 65'507, headers = 48;
    int packet = 0;
    socklen_t size = sizeof packet;
    const bool is_known = getsockopt(fd, IPPROTO_IP, IP_MTU, &packet, &size) == 0 ||
                          getsockopt(fd, IPPROTO_IPV6, IPV6_MTU, &packet, &size) == 0;
    if (!is_known || bytes + headers > static_cast<std::size_t>(packet)) return 1;
    return std::max<std::size_t>(1, std::min(most_segments, most_bytes / bytes));
}

/// Throws `Unsupported` where the kernel has no offload.
inline void settle(StackOptions& options) {
    if (!options.flag("udp_offload")) return;
    const Socket tried(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    const int segment = 8;
    const bool cuts = setsockopt(tried.fd(), IPPROTO_UDP, UDP_SEGMENT, &segment, sizeof segment) == 0;
    const int error = cuts ? receive_joined(tried.fd()) : errno;
    if (error != 0)
        throw Unsupported(describe_error(cuts ? "udp_offload: UDP_GRO" : "udp_offload: UDP_SEGMENT", error));
}

/// Takes the datagrams of one length out of what was received joined, and gives back what is to be answered: answers
/// that lie one behind the other go joined as well. `take(body, bytes)` says how long an answer is that is there, or <
/// 0; `give(body, bytes)` gets a row of answers.
template <class Take, class Give>
void answer(char* body, std::size_t bytes, std::size_t segment, Take&& take, Give&& give) {
    char* const end = body + bytes;
    char* row = body;
    std::size_t row_bytes = 0;
    const auto end_row = [&] {
        if (row_bytes > 0) give(row, row_bytes);
        row_bytes = 0;
    };
    do {
        const ssize_t answer = take(body, std::min(segment, static_cast<std::size_t>(end - body)));
        if (answer < 0 || row + row_bytes != body) end_row();
        if (answer >= 0) {
            if (row_bytes == 0) row = body;
            row_bytes += static_cast<std::size_t>(answer);
        }
        body += segment;
    } while (body < end);
    end_row();
}

}  // namespace offload

/// Datagrams that one call is to receive or to send; each may stand for many of one length, of which the last may be
/// shorter.
class DatagramBatch {
public:
    static constexpr unsigned most = 64;

    DatagramBatch() {
        for (unsigned i = 0; i < most; ++i) {
            headers_[i].msg_hdr.msg_iov = &parts_[i];
            headers_[i].msg_hdr.msg_iovlen = 1;
        }
    }
    DatagramBatch(const DatagramBatch&) = delete;

    unsigned size() const { return size_; }
    void clear() { size_ = 0; }
    void add(char* bytes, std::size_t n, Peer* peer = nullptr) {
        parts_[size_] = {bytes, n};
        msghdr& header = headers_[size_].msg_hdr;
        header.msg_name = peer;
        header.msg_namelen = peer != nullptr ? sizeof *peer : 0;
        header.msg_control = nullptr;
        header.msg_controllen = 0;
        ++size_;
    }
    /// The last one is sent in datagrams of that length.
    void cut(std::size_t segment) {
        const auto bytes = static_cast<std::uint16_t>(segment);
        msghdr& header = headers_[size_ - 1].msg_hdr;
        header.msg_control = controls_[size_ - 1].bytes;
        header.msg_controllen = CMSG_SPACE(sizeof bytes);
        cmsghdr* const control = CMSG_FIRSTHDR(&header);
        control->cmsg_level = IPPROTO_UDP;
        control->cmsg_type = UDP_SEGMENT;
        control->cmsg_len = CMSG_LEN(sizeof bytes);
        std::memcpy(CMSG_DATA(control), &bytes, sizeof bytes);
    }
    /// Goes back to where it came from.
    void add_answer(const DatagramBatch& from, unsigned i, char* bytes, std::size_t n) {
        add(bytes, n);
        headers_[size_ - 1].msg_hdr.msg_name = from.headers_[i].msg_hdr.msg_name;
        headers_[size_ - 1].msg_hdr.msg_namelen = from.headers_[i].msg_hdr.msg_namelen;
    }

    char* body(unsigned i) const { return static_cast<char*>(parts_[i].iov_base); }
    /// Of one that was received, and of one that is to be sent.
    std::size_t bytes(unsigned i) const { return headers_[i].msg_len; }
    std::size_t bytes_to_send(unsigned i) const { return parts_[i].iov_len; }
    /// The length of the datagrams that one stands for which was received joined.
    std::size_t segment(unsigned i) const {
        const msghdr& header = headers_[i].msg_hdr;
        const cmsghdr* const control = header.msg_controllen > 0 ? CMSG_FIRSTHDR(&header) : nullptr;
        if (control == nullptr || control->cmsg_level != IPPROTO_UDP || control->cmsg_type != UDP_GRO) return bytes(i);
        int segment;
        std::memcpy(&segment, CMSG_DATA(control), sizeof segment);
        return static_cast<std::size_t>(segment);
    }

    /// May be called again and again: the kernel leaves all lengths as they must be for the next call.
    int receive(int fd, unsigned n, int flags) { return recvmmsg(fd, headers_.data(), n, flags, nullptr); }
    /// The same of joined datagrams, which are told by what the kernel puts beside them.
    int receive_joined(int fd, unsigned n, int flags) {
        for (unsigned i = 0; i < n; ++i) {
            headers_[i].msg_hdr.msg_control = controls_[i].bytes;
            headers_[i].msg_hdr.msg_controllen = sizeof controls_[i].bytes;
        }
        return receive(fd, n, flags);
    }
    /// From the i-th on.
    int send(int fd, unsigned i) { return sendmmsg(fd, &headers_[i], size_ - i, 0); }

private:
    struct Control {
        alignas(cmsghdr) char bytes[CMSG_SPACE(sizeof(int))];
    };

    std::array<mmsghdr, most> headers_{};
    std::array<iovec, most> parts_{};
    std::array<Control, most> controls_{};
    unsigned size_ = 0;
};

}  // namespace pingmark
