#pragma once

#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <vector>

#include "datagram_batch.hpp"
#include "kit/lane.hpp"
#include "kit/wire.hpp"

namespace pingmark {

/// A client's calls that carry many datagrams: recvmmsg and sendmmsg and, with `udp_offload`, many as one.
class DatagramClient {
public:
    /// Before a measurement.
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
        // One byte more than a message shows an answer that is too long.
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
        const int n = joins_ ? received_.receive_joined(connection.fd(), most, MSG_DONTWAIT)
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
