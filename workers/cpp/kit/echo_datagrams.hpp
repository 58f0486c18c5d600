#pragma once

#include <cstring>
#include <unordered_map>

#include "kit/one_way.hpp"
#include "kit/peer_table.hpp"
#include "kit/server.hpp"
#include "kit/tick_peers.hpp"
#include "kit/wire.hpp"

namespace pingmark {

/// What a datagram server does with a datagram: echo it, answer a hello, or ignore it.
class EchoDatagrams {
public:
    /// @param ticks those that are sent snapshots; null: nobody is
    EchoDatagrams(Server& server, MessageCount& messages, TickPeers* ticks = nullptr)
        : server_(server), messages_(messages), ticks_(ticks) {}

    /// The length of what is to be sent back from the same buffer; negative when nothing is.
    ssize_t received(const Peer& from, char* body, ssize_t n) {
        was_hello_ = was_newcomer_ = false;
        if (!server_.hello()) {
            messages_.add(1);
            return n;
        }
        if (peers_.contains(from)) return received_from_known(body, n);
        if (ticks_ != nullptr && !server_.hello()->equals(body, static_cast<std::size_t>(n))) {
            if (begins_ticks(from, body, static_cast<std::size_t>(n))) return answer_hello(body);
            if (ticks_->contains(from)) return received_input(from, body, n);
        }
        const auto one_way = one_way_.find(from);
        if (one_way != one_way_.end() && !server_.hello()->equals(body, static_cast<std::size_t>(n)))
            return received_one_way(one_way->second, body, static_cast<std::size_t>(n));
        if (one_way == one_way_.end() && begins_one_way(from, body, static_cast<std::size_t>(n)))
            return answer_hello(body);
        if (!server_.hello()->equals(body, static_cast<std::size_t>(n))) {
            server_.count_rejected();
            server_.remember_stranger(from.address());
            return -1;
        }
        was_newcomer_ = true;
        if (one_way_.erase(from) > 0) count_known(-1);
        if (ticks_ != nullptr && ticks_->contains(from)) {
            ticks_->forget(from);
            count_known(-1);
        }
        if (peers_.add(from)) count_known(+1);
        return answer_hello(body);
    }

    /// The same for a sender that has said hello before.
    ssize_t received_from_known(char* body, ssize_t n) {
        const auto bytes = static_cast<std::size_t>(n);
        if (server_.hello()->equals(body, bytes)) return answer_hello(body);
        if (bytes < min_body_bytes) {
            server_.count_bad_frame();
            return -1;
        }
        messages_.add(1);
        return n;
    }

    /// Everybody has to say hello again.
    void forget() {
        peers_.clear();
        one_way_.clear();
        if (ticks_ != nullptr) ticks_->forget_all();
        count_known(-known_);
    }

    /// Whether the last datagram was a hello, and the first of its sender.
    bool was_hello() const { return was_hello_; }
    bool was_newcomer() const { return was_newcomer_; }

private:
    /// Who sends one way; such a peer has no socket of its own.
    bool begins_one_way(const Peer& from, const char* body, std::size_t bytes) {
        const OneWay begun = OneWay::of_hello(*server_.hello(), body, bytes);
        if (!begun || one_way_.size() == known_datagram_peers) return false;
        one_way_.emplace(from, begun);
        count_known(+1);
        return true;
    }

    /// Who is sent snapshots.
    bool begins_ticks(const Peer& from, const char* body, std::size_t bytes) {
        if (ticks_->size() == known_datagram_peers && !ticks_->contains(from)) return false;
        const std::size_t before = ticks_->size();
        const bool greets = ticks_->greets(from, body, bytes);
        count_known(static_cast<int>(ticks_->size() - before));
        return greets;
    }

    ssize_t received_input(const Peer& from, char* body, ssize_t n) {
        const ssize_t answer = received_from_known(body, n);
        if (answer >= 0) ticks_->input(from);
        return answer;
    }

    ssize_t received_one_way(OneWay& peer, char* body, std::size_t bytes) {
        if (OneWay::of_hello(*server_.hello(), body, bytes)) return answer_hello(body);
        if (bytes < acknowledgement_bytes) {
            server_.count_bad_frame();
            return -1;
        }
        const std::uint32_t sequence = load_u32(body);
        const bool is_asked = peer.arrived(sequence);
        messages_.add(1);
        if (!is_asked) return -1;
        peer.acknowledge(sequence, body);
        return acknowledgement_bytes;
    }

    void count_known(int change) {
        known_ += change;
        server_.count_connections(change);
    }

    ssize_t answer_hello(char* body) {
        was_hello_ = true;
        std::memcpy(body, hello_answer, sizeof hello_answer);
        return sizeof hello_answer;
    }

    Server& server_;
    MessageCount& messages_;
    TickPeers* const ticks_;
    PeerTable peers_;
    std::unordered_map<Peer, OneWay, PeerTable::Hash> one_way_;
    int known_ = 0;
    bool was_hello_ = false;
    bool was_newcomer_ = false;
};

}  // namespace pingmark
