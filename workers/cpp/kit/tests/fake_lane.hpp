#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "kit/lane.hpp"

namespace pingmark {

/// A clock that stands still until a test sets it.
struct FakeClock {
    static inline std::int64_t time = 0;
    static std::int64_t now() { return time; }
};

struct FakeAnswer {
    std::uint32_t sequence = 0;
    std::string flaw;
    std::int64_t arrived = -1;  ///< one way: an acknowledgement with this count
    std::int64_t tick_at = -1;  ///< a snapshot of the tick `sequence`, which has this time
    std::size_t bytes = 0;      ///< of the message; 0: as the lane is connected for
};

/// One lane whose connections have no sockets. It records what the lane sends, and puts arrivals into its buffers.
class FakeLane {
public:
    struct Sent {
        std::int64_t at;
        std::size_t connection;
        std::uint32_t sequence;
    };
    /// A send call of a stream.
    struct Call {
        std::int64_t at;
        std::size_t connection;
        std::size_t bytes;
    };

    FakeLane(Framing framing, std::size_t connections, std::uint32_t in_flight, std::uint32_t message_bytes,
             std::int64_t lost_after, bool one_way = false, TickPlan ticks = {}, const Serialized* content = nullptr)
        : payload_("random") {
        traffic_.one_way = one_way;
        traffic_.ticks = ticks;
        traffic_.framing = framing;
        traffic_.in_flight = in_flight;
        traffic_.message_bytes = message_bytes;
        traffic_.lost_after = lost_after;
        traffic_.payload = &payload_;
        traffic_.content = content;
        std::vector<Connection> all;
        for (std::size_t i = 0; i < connections; ++i) all.emplace_back(Connected(), traffic_);
        lane_ = std::make_unique<LaneOf<FakeClock>>(control_, traffic_, std::move(all), 0, connections);
    }

    void begin(std::int64_t at, const Window& window, const ChosenLoad& load) {
        FakeClock::time = at;
        pool_.fill(window.messages, 1);
        lane_->prepare(window, pool_, load, at);
        control_.start(1);
        lane_->start(note_);
    }

    /// A pass in which nothing arrived. False when the measurement is over.
    bool pass(std::int64_t at, bool more = false) {
        FakeClock::time = at;
        lane_->woke_for_nothing();
        return lane_->goes_on(more, note_);
    }

    /// A pass in which one receive call brought these answers.
    bool pass(std::int64_t at, std::size_t connection, const std::vector<FakeAnswer>& answers) {
        FakeClock::time = at;
        Connection& to = lane_->connections()[connection];
        if (traffic_.framing == Framing::library) {
            deliver(to, answers);
        } else {
            receive(to, answers);
        }
        return lane_->goes_on(false, note_);
    }

    /// A pass in which the last message of the only connection came back. It allocates nothing after `reserve`.
    bool pass_echo(std::int64_t at) {
        FakeClock::time = at;
        Connection& to = lane_->connections().front();
        std::memcpy(to.inbox.space(), wire_.data(), wire_.size());
        lane_->received(to, static_cast<ssize_t>(wire_.size()), note_);
        return lane_->goes_on(false, note_);
    }
    void reserve(std::size_t messages) {
        sent_.reserve(messages);
        calls_.reserve(messages);
        wire_.resize(traffic_.message_bytes);
    }

    LaneOf<FakeClock>& lane() { return *lane_; }
    LaneControl& control() { return control_; }
    const std::vector<Sent>& sent() const { return sent_; }
    const std::vector<Call>& calls() const { return calls_; }
    /// False: the peer takes nothing.
    void set_peer_reads(bool reads) { peer_reads_ = reads; }

private:
    std::string snapshot_of(const FakeAnswer& answer) const {
        std::string body(traffic_.snapshot_body_bytes(), '\0');
        store_u32(body.data(), answer.sequence);
        store_u64(body.data() + sequence_bytes, static_cast<std::uint64_t>(answer.tick_at));
        std::memcpy(body.data() + snapshot_head_bytes, payload_.of(answer.sequence), body.size() - snapshot_head_bytes);
        if (answer.flaw == "payload") body.back() = static_cast<char>(body.back() ^ 1);
        return body;
    }

    std::string body_of(const FakeAnswer& answer) const {
        if (answer.tick_at >= 0) return snapshot_of(answer);
        const std::size_t echo_bytes =
            answer.bytes == 0 ? traffic_.body_bytes() : answer.bytes - traffic_.header_bytes();
        std::string body(answer.arrived < 0 ? echo_bytes : acknowledgement_bytes, '\0');
        store_u32(body.data(), answer.sequence);
        if (answer.arrived >= 0) {
            store_u64(body.data() + sequence_bytes, static_cast<std::uint64_t>(answer.arrived));
            return body;
        }
        if (traffic_.content != nullptr) {
            traffic_.content->write(answer.sequence, body.data() + sequence_bytes, body.size() - sequence_bytes);
        } else {
            std::memcpy(body.data() + sequence_bytes, payload_.of(answer.sequence), body.size() - sequence_bytes);
        }
        if (answer.flaw == "payload") body.back() = static_cast<char>(body.back() ^ 1);
        if (answer.flaw == "short") body.resize(body.size() - 4);
        if (answer.flaw == "long") body.append(4, 'x');
        if (answer.flaw == "tiny") body.resize(3);
        return body;
    }

    void deliver(Connection& to, const std::vector<FakeAnswer>& answers) {
        std::vector<std::string> bodies;
        std::vector<Delivery> deliveries;
        for (const FakeAnswer& answer : answers) bodies.push_back(body_of(answer));
        for (const std::string& body : bodies) deliveries.push_back({body.data(), body.size()});
        lane_->delivered(to, deliveries.data(), deliveries.size(), note_);
    }

    void receive(Connection& to, const std::vector<FakeAnswer>& answers) {
        std::string bytes;
        for (const FakeAnswer& answer : answers) {
            const std::string body = body_of(answer);
            if (traffic_.framing == Framing::length_le) {
                char length[length_bytes];
                store_u32(length, static_cast<std::uint32_t>(body.size()));
                bytes.append(length, sizeof length);
            }
            bytes += body;
            if (traffic_.framing == Framing::datagram) receive(to, std::exchange(bytes, {}));
        }
        if (!bytes.empty()) receive(to, bytes);
    }

    void receive(Connection& to, const std::string& bytes) {
        std::memcpy(to.inbox.space(), bytes.data(), bytes.size());
        lane_->received(to, static_cast<ssize_t>(bytes.size()), note_);
    }

    void note(Connection& connection) {
        const std::size_t header = traffic_.framing == Framing::length_le ? length_bytes : 0;
        const auto index = static_cast<std::size_t>(&connection - lane_->connections().data());
        Outbox& outbox = connection.outbox;
        if (!peer_reads_) return;
        for (std::size_t at = 0; at < outbox.pending();) {
            sent_.push_back({FakeClock::time, index, load_u32(outbox.data() + at + header)});
            at += header > 0 ? header + load_u32(outbox.data() + at) : traffic_.message_bytes;
        }
        if (!wire_.empty()) std::memcpy(wire_.data(), outbox.data(), std::min(wire_.size(), outbox.pending()));
        while (outbox.pending() > 0) {
            const std::size_t bytes = outbox.next_send(connection.sends);
            calls_.push_back({FakeClock::time, index, bytes});
            outbox.sent(bytes);
        }
    }

    Payload payload_;
    Traffic traffic_;
    LaneControl control_;
    MessagePool pool_;
    std::unique_ptr<LaneOf<FakeClock>> lane_;
    std::vector<Sent> sent_;
    std::vector<Call> calls_;
    std::string wire_;  ///< the last message; empty without `reserve`
    bool peer_reads_ = true;
    struct Note {
        FakeLane* lane;
        void operator()(Connection& connection) const { lane->note(connection); }
    };
    Note note_{this};
};

inline ChosenLoad closed_load() {
    return {"closed", false, [](const LoadTarget&) { return std::make_unique<Closed>(); }};
}

}  // namespace pingmark
