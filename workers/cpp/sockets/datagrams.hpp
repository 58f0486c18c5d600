#pragma once

#include <netinet/in.h>
#include <netinet/udp.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "kit/asked_address.hpp"
#include "kit/echo_datagrams.hpp"
#include "kit/failure.hpp"
#include "kit/lane.hpp"
#include "kit/options.hpp"
#include "kit/wire.hpp"

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

/// How many datagrams of this length a connected socket can send as one. 1: a datagram does not fit into a packet.
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

/// Answers joined datagrams. `take(body, bytes)` writes an answer in place and returns its length, or < 0. Adjacent
/// answers form a row, which `give(body, bytes)` sends joined.
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

/// Datagrams that one call receives or sends. Each may consist of many joined ones of one length; the last may be
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
    /// The last one is sent as datagrams of this length.
    void cut(std::size_t segment) {
        const auto bytes = static_cast<std::uint16_t>(segment);
        add_control(IPPROTO_UDP, UDP_SEGMENT, &bytes, sizeof bytes);
    }
    /// An answer to the sender of `from`'s datagram i.
    void add_answer(const DatagramBatch& from, unsigned i, char* bytes, std::size_t n) {
        add(bytes, n);
        headers_[size_ - 1].msg_hdr.msg_name = from.headers_[i].msg_hdr.msg_name;
        headers_[size_ - 1].msg_hdr.msg_namelen = from.headers_[i].msg_hdr.msg_namelen;
    }

    /// The last one is sent from the address that `from`'s datagram i was sent to.
    void leave_from_asked(DatagramBatch& from, unsigned i) {
        cmsghdr* const asked = find_asked_address(from.headers_[i].msg_hdr);
        if (asked == nullptr) return;
        leave_interface_open(*asked);
        add_control(asked->cmsg_level, asked->cmsg_type, CMSG_DATA(asked), asked->cmsg_len - CMSG_LEN(0));
    }

    char* body(unsigned i) const { return static_cast<char*>(parts_[i].iov_base); }
    /// Received bytes, and bytes to send.
    std::size_t bytes(unsigned i) const { return headers_[i].msg_len; }
    std::size_t bytes_to_send(unsigned i) const { return parts_[i].iov_len; }
    /// The length of the datagrams in a joined one.
    std::size_t segment(unsigned i) const {
        const msghdr& header = headers_[i].msg_hdr;
        const cmsghdr* const control = header.msg_controllen > 0 ? CMSG_FIRSTHDR(&header) : nullptr;
        if (control == nullptr || control->cmsg_level != IPPROTO_UDP || control->cmsg_type != UDP_GRO) return bytes(i);
        int segment;
        std::memcpy(&segment, CMSG_DATA(control), sizeof segment);
        return static_cast<std::size_t>(segment);
    }

    /// Can be repeated: the kernel leaves all lengths as the next call needs them.
    int receive(int fd, unsigned n, int flags) { return recvmmsg(fd, headers_.data(), n, flags, nullptr); }
    /// The same with control messages, by which the kernel marks joined datagrams, and tells the address that was
    /// asked.
    int receive_with_controls(int fd, unsigned n, int flags) {
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
        alignas(cmsghdr) char bytes[CMSG_SPACE(sizeof(int)) + asked_address_bytes];
    };

    void add_control(int level, int type, const void* value, std::size_t n) {
        msghdr& header = headers_[size_ - 1].msg_hdr;
        char* const room = controls_[size_ - 1].bytes;
        auto* const control = reinterpret_cast<cmsghdr*>(room + header.msg_controllen);
        header.msg_control = room;
        header.msg_controllen += CMSG_SPACE(n);
        control->cmsg_level = level;
        control->cmsg_type = type;
        control->cmsg_len = CMSG_LEN(n);
        std::memcpy(CMSG_DATA(control), value, n);
    }

    std::array<mmsghdr, most> headers_{};
    std::array<iovec, most> parts_{};
    std::array<Control, most> controls_{};
    unsigned size_ = 0;
};

/// A client's calls for many datagrams: recvmmsg, sendmmsg and, with `udp_offload`, joined datagrams.
class DatagramClient {
public:
    /// Call before a measurement.
    void prepare(Lane& lane) {
        const bool joins = lane.traffic().stack_options.flag("udp_offload");
        const std::size_t bytes = std::max(lane.traffic().message_bytes, lane.traffic().ticks.snapshot_bytes);
        sends_at_once_ =
            joins ? offload::most_joined(lane.connections().front().fd(), lane.traffic().message_bytes) : 1;
        if (joins) {
            for (const Connection& connection : lane.connections()) offload::receive_joined(connection.fd());
        }
        joins_ = joins;
        rooms_ = joins ? most_joined_received : DatagramBatch::most;
        // One byte more than a message, so that too long an answer is noticed.
        const std::size_t room = joins ? largest_joined : bytes + 1;
        bytes_.resize(rooms_ * room);
        received_.clear();
        for (unsigned i = 0; i < rooms_; ++i) received_.add(&bytes_[i * room], room);
        deliveries_.reserve(rooms_);
    }

    /// After `full` there may be more.
    template <class Transmit>
    Arrival receive(Lane& lane, Connection& connection, Transmit& transmit) {
        const unsigned most = std::min(rooms_, connection.slots.size());
        const int n = joins_ ? received_.receive_with_controls(connection.fd(), most, MSG_DONTWAIT)
                             : received_.receive(connection.fd(), most, MSG_DONTWAIT);
        if (n <= 0) return lane.received(connection, -1, transmit);
        deliveries_.clear();
        for (unsigned i = 0; i < static_cast<unsigned>(n); ++i) deliver(i);
        lane.delivered(connection, deliveries_.data(), deliveries_.size(), transmit);
        return static_cast<unsigned>(n) == most ? Arrival::full : Arrival::some;
    }

    void send(Lane& lane, Connection& connection) {
        const std::size_t bytes = lane.traffic().message_bytes;
        while (connection.outbox.pending() > 0) {
            fill(connection, bytes);
            const int sent = sends_.send(connection.fd(), 0);
            if (sent > 0) {
                for (unsigned i = 0; i < static_cast<unsigned>(sent); ++i)
                    connection.outbox.sent(sends_.bytes_to_send(i));
            } else if (is_lost(errno)) {
                connection.outbox.sent(sends_.bytes_to_send(0));
            } else if (errno != EINTR) {
                if (errno != EAGAIN) lane.fail(connection, "sendmmsg", errno);
                return;
            }
        }
    }

private:
    static constexpr std::size_t largest_joined = 65'536;
    static constexpr unsigned most_joined_received = 8;

    void deliver(unsigned i) {
        const std::size_t all = received_.bytes(i);
        const std::size_t segment = joins_ ? received_.segment(i) : all;
        std::size_t at = 0;
        do {
            const Delivery one{received_.body(i) + at, std::min(segment, all - at)};
            if (!is_hello_answer(one.body, one.bytes)) deliveries_.push_back(one);
            at += segment;
        } while (at < all);
    }

    void fill(const Connection& connection, std::size_t bytes) {
        char* from = const_cast<char*>(connection.outbox.data());
        std::size_t left = connection.outbox.pending();
        for (sends_.clear(); left > 0 && sends_.size() < DatagramBatch::most;) {
            const std::size_t n = std::min(left, sends_at_once_ * bytes);
            sends_.add(from, n);
            if (n > bytes) sends_.cut(bytes);
            from += n;
            left -= n;
        }
    }

    bool joins_ = false;
    unsigned rooms_ = 0;
    std::size_t sends_at_once_ = 1;
    std::vector<char> bytes_;
    DatagramBatch received_;
    DatagramBatch sends_;
    std::vector<Delivery> deliveries_;
};

}  // namespace pingmark
