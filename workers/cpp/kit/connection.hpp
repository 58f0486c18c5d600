#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>

#include "kit/buffers.hpp"
#include "kit/connector.hpp"
#include "kit/loads/load.hpp"
#include "kit/options.hpp"
#include "kit/other_end.hpp"
#include "kit/payload.hpp"
#include "kit/serializers.hpp"
#include "kit/slots.hpp"
#include "kit/sockets.hpp"
#include "kit/wire.hpp"

namespace pingmark {

/// The snapshots that a client's connection has received in this measurement.
struct SnapshotsSeen {
    bool is_live = false;  ///< an answer has come, so snapshots no longer belong to the last measurement
    bool has_begun = false;
    bool is_over = false;  ///< a snapshot came after the window
    std::uint32_t last = 0;

    /// A snapshot of a later tick than `last` has come.
    void came(std::uint32_t tick) {
        const std::uint32_t ticks = tick - last;
        recent_ = has_begun && ticks < known_ticks ? recent_ << ticks | 1 : 1;
        if (!has_begun) first_ = tick;
        has_begun = true;
        last = tick;
    }

    /// A snapshot of no later tick than `last` is a duplicate, or it was counted as lost and is late. None: its tick is
    /// before those that count.
    std::optional<Stray> overtaken(std::uint32_t tick) {
        if (static_cast<std::int32_t>(tick - first_) < 0) return std::nullopt;
        const std::uint32_t age = last - tick;
        const std::uint64_t bit = age < known_ticks ? std::uint64_t{1} << age : 0;
        const bool is_known = (recent_ & bit) != 0;
        recent_ |= bit;
        return is_known ? Stray::duplicated : Stray::late;
    }

private:
    static constexpr std::uint32_t known_ticks = 64;

    std::uint32_t first_ = 0;
    std::uint64_t recent_ = 0;  ///< bit k: tick `last` - k has come
};

/// What a client puts on each of its connections.
struct Traffic {
    Framing framing = Framing::length_le;
    std::uint32_t in_flight = 1;
    std::uint32_t message_bytes = 32;
    bool one_way = false;  ///< messages are acknowledged, many at a time, instead of echoed
    TickPlan ticks;        ///< snapshots that the server sends unasked
    StackOptions stack_options;
    bool reliable = false;  ///< for a library with both transmissions
    std::int64_t lost_after = 0;
    const Payload* payload = nullptr;
    const Serialized* content = nullptr;  ///< null: payloads are cut from the block

    std::size_t body_bytes() const { return message_bytes - header_bytes(); }
    std::size_t snapshot_body_bytes() const { return ticks.snapshot_bytes - header_bytes(); }
    std::size_t header_bytes() const { return framing == Framing::length_le ? length_bytes : 0; }
};

/// One connection of a client: its slots, load and buffers.
class Connection {
public:
    enum class Next { message, incomplete, broken };

    Connection(Connected connected, const Traffic& traffic)
        : outbox(traffic.in_flight, traffic.message_bytes),
          slots(traffic.in_flight),
          socket_(std::move(connected.socket)),
          link_(std::move(connected.link)),
          traffic_(&traffic),
          compared_bytes_(traffic.content == nullptr ? traffic.body_bytes() - sequence_bytes : 0) {}
    Connection(std::unique_ptr<LibraryConnection> connection, const Traffic& traffic)
        : Connection(Connected(), traffic) {
        library_ = std::move(connection);
    }

    /// The kit's socket. A library's is `library()->fd()`.
    int fd() const { return socket_.fd(); }
    /// Null: the stream is the socket itself.
    Link* link() const { return link_.get(); }
    LibraryConnection* library() const { return library_.get(); }
    bool is_datagram() const { return traffic_->framing == Framing::datagram; }

    void begin_measurement(std::unique_ptr<Load> its_load, Sends its_sends) {
        load = std::move(its_load);
        sends = its_sends;
        slots.begin_measurement();
        awaits_slot = sent_counted = received_counted = false;
        snapshots = {};
    }

    /// Composes the slot's next message at the end of the outbox. False when that has no room.
    bool compose(std::uint32_t slot, std::int64_t intended, std::int64_t now, bool counted) {
        const std::size_t message_bytes = load->bytes() == 0 ? traffic_->message_bytes : load->bytes();
        char* to = outbox.extend(message_bytes);
        if (to == nullptr) return false;
        const std::size_t body_bytes = message_bytes - traffic_->header_bytes();
        if (traffic_->framing == Framing::length_le) {
            store_u32(to, static_cast<std::uint32_t>(body_bytes));
            to += length_bytes;
        }
        const std::uint32_t sequence = slots.begin(slot, intended, now, counted);
        slots[slot].body_bytes = static_cast<std::uint32_t>(body_bytes);
        store_u32(to, sequence);
        if (traffic_->content == nullptr) {
            std::memcpy(to + sequence_bytes, traffic_->payload->of(sequence), body_bytes - sequence_bytes);
        } else {
            traffic_->content->write(sequence, to + sequence_bytes, body_bytes - sequence_bytes);
        }
        return true;
    }

    /// Takes the next whole message from a stream's inbox.
    Next next_in_stream(const char*& body, std::size_t& bytes) {
        std::size_t header = 0;
        bytes = traffic_->body_bytes();
        if (traffic_->framing == Framing::length_le) {
            if (inbox.available() < length_bytes) return Next::incomplete;
            const std::uint32_t length = load_u32(inbox.data());
            if (!is_body_length(length)) return Next::broken;
            header = length_bytes;
            bytes = length;
        }
        if (inbox.available() < header + bytes) return Next::incomplete;
        body = inbox.data() + header;
        inbox.consume(header + bytes);
        return Next::message;
    }

    /// Whether a body is what was sent with its sequence number. Where messages differ in size, the slot knows the
    /// size.
    bool verify(const char* body, std::size_t bytes) const {
        const std::size_t most = traffic_->body_bytes();
        const bool is_size = load->bytes() == 0 ? bytes == most : bytes >= sequence_bytes && bytes <= most;
        return is_size && std::memcmp(body + sequence_bytes, traffic_->payload->of(load_u32(body)),
                                      std::min(bytes - sequence_bytes, compared_bytes_)) == 0;
    }

    Inbox inbox;
    Outbox outbox;
    Slots slots;
    std::uint64_t counted_by_peer = 0;  ///< one way: messages that have arrived, by the peer's count
    SnapshotsSeen snapshots;
    std::unique_ptr<Load> load;
    Sends sends = Sends::together;
    bool awaits_slot = false;       ///< a timed message is due and waits for a slot
    bool sent_counted = false;      ///< sent a counted message in this window
    bool received_counted = false;  ///< received a counted answer in this window
    bool broken = false;
    bool wants_room = false;              ///< a stack waits until the socket has room
    std::unique_ptr<OtherEnd> other_end;  ///< where one thread plays both roles; else null

private:
    Socket socket_;
    std::unique_ptr<Link> link_;
    const Traffic* traffic_;
    std::size_t compared_bytes_;  ///< of a body; 0 where its content was parsed instead
    std::unique_ptr<LibraryConnection> library_;
};

}  // namespace pingmark
