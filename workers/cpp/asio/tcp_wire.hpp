#pragma once

#include <asio.hpp>

#include <cstddef>
#include <system_error>

#include "asio_stack.hpp"

namespace pingmark {

/// What is TCP's in stacks of Asio.
struct TcpWire {
    using Socket = asio::ip::tcp::socket;

    static asio::ip::tcp protocol_of(int fd) { return is_ipv6(fd) ? asio::ip::tcp::v6() : asio::ip::tcp::v4(); }
    static std::size_t bytes_of_one_send(const Outbox& outbox, Sends sends) { return outbox.next_send(sends); }
    static bool is_lost(std::error_code) { return false; }
};

}  // namespace pingmark
