#pragma once

#include <cstring>
#include <utility>

#include "kit/peer_table.hpp"
#include "kit/server.hpp"
#include "kit/sharing_peers.hpp"
#include "kit/wire.hpp"

namespace pingmark {

/// What a datagram server does with a datagram: echo it, answer a hello, or ignore it.
class EchoDatagrams {
public:
    /// @param send_snapshot null: nobody is sent snapshots
    EchoDatagrams(Server& server, MessageCount& messages, SharingPeers::Send send_snapshot = nullptr)
        : server_(server), messages_(messages), sharing_(server, messages, std::move(send_snapshot)) {}

    /// Until the next tick; `Ticker::never` where nobody is sent anything.
    std::int64_t wait_ns() const { return sharing_.wait_ns(); }
    /// At most one tick, so that what arrives is received in between.
    void send_due() { sharing_.send_due(); }

    /// The length of what is to be sent back from the same buffer; negative when nothing is.
    ssize_t received(const Peer& from, char* body, ssize_t n) {
        was_hello_ = was_newcomer_ = false;
        if (!server_.hello()) {
            messages_.add(1);
            return n;
        }
        if (peers_.contains(from)) return received_from_known(body, n);
        const auto bytes = static_cast<std::size_t>(n);
        if (server_.hello()->equals(body, bytes)) {
            was_newcomer_ = true;
            sharing_.forget(from);
            if (peers_.add(from)) count_known(+1);
            return answer_hello(body);
        }
        if (sharing_.greets(from, body, bytes)) return answer_hello(body);
        if (SharingPeers::SharingPeer* const peer = sharing_.find(from)) return sharing_.received(*peer, body, bytes);
        server_.count_rejected();
        server_.remember_stranger(from.address());
        return -1;
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
        sharing_.forget_all();
        count_known(-known_);
    }

    /// Whether the last datagram was a hello, and the first of its sender.
    bool was_hello() const { return was_hello_; }
    bool was_newcomer() const { return was_newcomer_; }

private:
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
    PeerTable peers_;
    SharingPeers sharing_;
    int known_ = 0;
    bool was_hello_ = false;
    bool was_newcomer_ = false;
};

}  // namespace pingmark
