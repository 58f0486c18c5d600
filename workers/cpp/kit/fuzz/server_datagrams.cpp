// A server's datagrams, from senders that say hello and others.

#include <array>
#include <set>

#include "input.hpp"
#include "kit/echo_datagrams.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace pingmark;
    static const Hello hello = [] {
        Hello made;
        std::memcpy(made.bytes, "PMK1the run's token", hello_bytes - 1);
        return made;
    }();
    // One server for all: its table of peers is large.
    static Server server{hello};
    static MessageCount messages(server);
    static EchoDatagrams echo(server, messages);
    static std::uint64_t round = 0;
    ++round;

    Input input(data, size);
    std::array<char, 128> place;
    std::set<std::uint8_t> known;
    while (!input.empty()) {
        const std::uint8_t sender = input.byte();
        const std::uint8_t form = input.byte();
        std::string datagram = form & 1 ? std::string(hello.bytes, hello_bytes) : "";
        if (form & 2) datagram += input.take(form >> 2);
        const bool is_hello = datagram == std::string(hello.bytes, hello_bytes);
        Peer peer;
        peer.words[0] = 1u + sender;
        peer.words[1] = round;
        std::memcpy(place.data(), datagram.data(), datagram.size());
        const ssize_t answer = echo.received(peer, place.data(), static_cast<ssize_t>(datagram.size()));
        if (is_hello) known.insert(sender);
        const bool answered = is_hello || (known.count(sender) > 0 && datagram.size() >= min_body_bytes);
        require(answered == (answer >= 0), "who said hello has answers, and nobody else");
        if (!answered) continue;
        const std::string expected = is_hello ? "PMOK" : datagram;
        require(std::string(place.data(), static_cast<std::size_t>(answer)) == expected, "the answer is the echo");
    }
    return 0;
}
