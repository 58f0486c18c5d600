// A server's datagrams, from senders that say hello and others.

#include <array>
#include <map>
#include <set>

#include "input.hpp"
#include "kit/echo_datagrams.hpp"

namespace {

using namespace pingmark;

/// Of a sender that has not said the usual hello. False when there is no answer.
bool goes_one_way(std::map<std::uint8_t, OneWay>& peers, std::uint8_t sender, const Hello& hello,
                  const std::string& datagram, std::string& answer) {
    const OneWay begun = OneWay::of_hello(hello, datagram.data(), datagram.size());
    if (begun) {
        // The same hello again changes nothing; one that asks for other parts begins anew.
        const auto known = peers.find(sender);
        if (known == peers.end() || known->second.part() != begun.part()) peers.insert_or_assign(sender, begun);
        answer = "PMOK";
        return true;
    }
    const auto peer = peers.find(sender);
    if (peer == peers.end() || datagram.size() < acknowledgement_bytes) return false;
    const std::uint32_t sequence = load_u32(datagram.data());
    if (!peer->second.arrived(sequence)) return false;
    answer.assign(acknowledgement_bytes, '\0');
    peer->second.acknowledge(sequence, answer.data());
    return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
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
    // Some of them send one way, of whom none is forgotten before.
    if (++round % 64 == 0) echo.forget();

    Input input(data, size);
    std::array<char, 128> place;
    std::set<std::uint8_t> known;
    std::map<std::uint8_t, OneWay> one_way;
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
        std::string expected = datagram;
        bool answered = is_hello || (known.count(sender) > 0 && datagram.size() >= min_body_bytes);
        if (is_hello) {
            known.insert(sender);
            one_way.erase(sender);
            expected = "PMOK";
        } else if (known.count(sender) == 0) {
            answered = goes_one_way(one_way, sender, hello, datagram, expected);
        }
        require(answered == (answer >= 0), "who said hello has answers, and nobody else");
        if (!answered) continue;
        require(std::string(place.data(), static_cast<std::size_t>(answer)) == expected,
                "the answer is the expected one");
    }
    return 0;
}
