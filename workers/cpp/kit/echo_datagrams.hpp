#pragma once

#include <cstring>

#include "kit/peer_table.hpp"
#include "kit/server.hpp"
#include "kit/wire.hpp"

namespace pingmark {

/// What a datagram server does with a datagram: echo it, answer a hello, or ignore it.
class EchoDatagrams {
public:
    EchoDatagrams(Server& server, MessageCount& messages) : server_(server), messages_(messages) {}

    /// The length of what is to be sent back from the same buffer; negative when nothing is.
    ssize_t received(const Peer& from, char* body, ssize_t n) {
        if (!server_.hello()) {
            messages_.add(1);
            return n;
        }
        const auto bytes = static_cast<std::size_t>(n);
        const bool known = peers_.contains(from);
        if (bytes == hello_bytes && server_.hello()->equals(body, bytes)) {
            if (!known && peers_.add(from)) server_.count_connections(+1);
            std::memcpy(body, hello_answer, sizeof hello_answer);
            return sizeof hello_answer;
        }
        if (known) {
            if (bytes >= min_body_bytes) {
                messages_.add(1);
                return n;
            }
            server_.count_bad_frame();
            return -1;
        }
        server_.count_rejected();
        return -1;
    }

private:
    Server& server_;
    MessageCount& messages_;
    PeerTable peers_;
};

}  // namespace pingmark
