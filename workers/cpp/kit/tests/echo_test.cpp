#include <arpa/inet.h>
#include <gtest/gtest.h>

#include "kit/echo_buffer.hpp"
#include "kit/echo_datagrams.hpp"
#include "protocol_file.hpp"

namespace pingmark {
namespace {

using nlohmann::json;

Hello test_hello() {
    Hello hello;
    std::memcpy(hello.bytes, hello_magic, sizeof hello_magic);
    for (std::size_t i = sizeof hello_magic; i < hello_bytes; ++i) hello.bytes[i] = static_cast<char>(i);
    return hello;
}

constexpr int no_socket = -1;

std::string bytes_of(const std::string& hex) {
    std::string bytes;
    for (std::size_t i = 0; i < hex.size(); i += 2)
        bytes.push_back(static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16)));
    return bytes;
}

std::string framed(const std::string& body) {
    std::string frame(length_bytes, '\0');
    store_u32(frame.data(), static_cast<std::uint32_t>(body.size()));
    return frame + body;
}

/// Feeds a connection piece by piece, and collects what it echoes. False when the connection is to be closed.
bool feed(EchoBuffer& buffer, const std::string& bytes, std::size_t piece, std::string& echoed) {
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
        const std::size_t n = std::min({piece, bytes.size() - at, buffer.room()});
        std::memcpy(buffer.space(), bytes.data() + at, n);
        buffer.received(n);
        echoed.append(buffer.unsent(), buffer.unsent_bytes());
        if (buffer.has_unsent()) buffer.sent(buffer.unsent_bytes());
        if (buffer.is_broken()) return false;
    }
    return true;
}

TEST(EchoBuffer, EchoesTheFramesOfTheVectorsHoweverTheyArrive) {
    const json file = protocol_file("vectors/frames.json");
    for (const json& vector : file["vectors"]) {
        for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, std::size_t{4096}}) {
            SCOPED_TRACE(vector["name"].get<std::string>() + " in pieces of " + std::to_string(piece));
            const Hello hello = test_hello();
            Server server(hello);
            MessageCount messages(server);
            EchoBuffer buffer(server, messages, no_socket);
            std::string echoed;
            ASSERT_TRUE(feed(buffer, framed(std::string(hello.bytes, hello_bytes)), piece, echoed));
            ASSERT_EQ(framed("PMOK"), echoed);
            echoed.clear();
            feed(buffer, bytes_of(vector["sent"]), piece, echoed);
            EXPECT_EQ(bytes_of(vector["echoed"]), echoed);
            EXPECT_EQ(vector["messages"], server.messages());
            EXPECT_EQ(vector["bad_frames"], server.bad_frames());
        }
    }
}

std::string one_way_hello(std::uint32_t part) {
    std::string hello(one_way_hello_bytes, '\0');
    std::memcpy(hello.data(), test_hello().bytes, hello_bytes);
    store_u32(hello.data() + hello_bytes, part);
    return hello;
}

TEST(EchoBuffer, PassesWholeMessagesWhenNothingIsBuffered) {
    Server server(test_hello());
    MessageCount messages(server);
    EchoBuffer buffer(server, messages, no_socket);
    const std::string message = framed("12345678");
    EXPECT_EQ(0u, buffer.passes(message)) << "before the hello";
    std::string echoed;
    ASSERT_TRUE(feed(buffer, framed(std::string(test_hello().bytes, hello_bytes)), 4096, echoed));
    EXPECT_EQ(2 * message.size(), buffer.passes(message + message + message.substr(0, 5)));
    EXPECT_EQ(2u, server.messages());
    EXPECT_EQ(message.size(), buffer.passes(message + std::string(length_bytes, '\xFF'))) << "a length that can't be";
    ASSERT_TRUE(feed(buffer, message.substr(0, 5), 4096, echoed));
    EXPECT_EQ(0u, buffer.passes(message)) << "the rest of one that is buffered";
}

TEST(EchoBuffer, PassesNothingThatGoesOneWay) {
    Server server(test_hello());
    MessageCount messages(server);
    EchoBuffer buffer(server, messages, no_socket);
    std::string echoed;
    ASSERT_TRUE(feed(buffer, framed(one_way_hello(4)), 4096, echoed));
    EXPECT_EQ(0u, buffer.passes(framed("12345678")));
}

TEST(EchoBuffer, AcknowledgesWhatGoesOneWayAsTheVectorsSay) {
    const json file = protocol_file("vectors/one_way.json");
    for (const json& vector : file["vectors"]) {
        SCOPED_TRACE(vector["name"].get<std::string>());
        Server server(test_hello());
        MessageCount messages(server);
        EchoBuffer buffer(server, messages, no_socket);
        std::string answer;
        ASSERT_TRUE(feed(buffer, framed(one_way_hello(vector["part"])), 7, answer));
        ASSERT_EQ(framed("PMOK"), answer);
        for (std::size_t i = 0; i < vector["receives"].size(); ++i) {
            answer.clear();
            feed(buffer, bytes_of(vector["receives"][i]), 4096, answer);
            EXPECT_EQ(bytes_of(vector["answers"][i]), answer) << i;
        }
        EXPECT_EQ(vector["messages"], server.messages());
        EXPECT_EQ(vector["bad_frames"], server.bad_frames());
        EXPECT_EQ(vector["bad_frames"] > 0, buffer.is_broken());
    }
}

Peer peer_on(std::uint16_t port) {
    Peer peer;
    peer.v4.sin_family = AF_INET;
    peer.v4.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    peer.v4.sin_port = htons(port);
    return peer;
}

TEST(EchoDatagrams, AnswerThoseWhoSaidHello) {
    const Hello hello = test_hello();
    Server server(hello);
    MessageCount messages(server);
    EchoDatagrams echo(server, messages);
    char body[64] = {};
    EXPECT_EQ(-1, echo.received(peer_on(1), body, 32));
    EXPECT_EQ(1u, server.rejected());
    for (const bool first : {true, false}) {
        std::memcpy(body, hello.bytes, hello_bytes);
        EXPECT_EQ(4, echo.received(peer_on(1), body, hello_bytes));
        EXPECT_EQ("PMOK", std::string(body, 4));
        EXPECT_TRUE(echo.was_hello());
        EXPECT_EQ(first, echo.was_newcomer());
    }
    EXPECT_EQ(32, echo.received(peer_on(1), body, 32));
    EXPECT_FALSE(echo.was_hello());
    EXPECT_EQ(-1, echo.received(peer_on(1), body, 3));
    EXPECT_EQ(-1, echo.received(peer_on(2), body, 32));
    EXPECT_EQ(1u, server.messages());
    EXPECT_EQ(1u, server.bad_frames());
    EXPECT_EQ(2u, server.rejected());
    EXPECT_EQ(1, server.connections());
}

TEST(EchoDatagrams, AcknowledgeWhatGoesOneWay) {
    Server server(test_hello());
    MessageCount messages(server);
    EchoDatagrams echo(server, messages);
    char body[64] = {};
    const auto arrives = [&](std::uint32_t sequence) {
        store_u32(body, sequence);
        return echo.received(peer_on(1), body, 32);
    };
    for (int hellos = 0; hellos < 2; ++hellos) {
        std::memcpy(body, one_way_hello(2).data(), one_way_hello_bytes);
        EXPECT_EQ(4, echo.received(peer_on(1), body, one_way_hello_bytes));
        EXPECT_FALSE(echo.was_newcomer());
    }
    EXPECT_EQ(-1, arrives(0));
    EXPECT_EQ(12, arrives(1));
    EXPECT_EQ(1u, load_u32(body));
    EXPECT_EQ(2u, load_u64(body + sequence_bytes));
    EXPECT_EQ(-1, echo.received(peer_on(1), body, 11));
    EXPECT_EQ(2u, server.messages());
    EXPECT_EQ(1u, server.bad_frames());
    EXPECT_EQ(1, server.connections());
    const Hello hello = test_hello();
    std::memcpy(body, hello.bytes, hello_bytes);
    EXPECT_EQ(4, echo.received(peer_on(1), body, hello_bytes));
    EXPECT_EQ(32, arrives(1));
    echo.forget();
    EXPECT_EQ(0, server.connections());
}

std::string tick_hello(std::uint32_t rate_hz, std::uint32_t snapshot_bytes) {
    const Hello hello = test_hello();
    std::string body(hello.bytes, hello_bytes);
    char numbers[8];
    store_u32(numbers, rate_hz);
    store_u32(numbers + 4, snapshot_bytes);
    return body.append(numbers, sizeof numbers);
}

TEST(EchoDatagrams, WhoAsksForSomethingElseBeginsAnew) {
    Server server(test_hello());
    MessageCount messages(server);
    EchoDatagrams echo(server, messages, [](const Peer&, const char*, std::size_t) {});
    const auto says = [&](std::string body) {
        const auto bytes = static_cast<ssize_t>(body.size());
        body.resize(64);
        return echo.received(peer_on(1), body.data(), bytes);
    };
    const auto arrives = [&](std::uint32_t sequence) {
        char body[32] = {};
        store_u32(body, sequence);
        return echo.received(peer_on(1), body, sizeof body);
    };
    EXPECT_EQ(4, says(one_way_hello(2)));
    EXPECT_EQ(12, arrives(1));
    EXPECT_EQ(4, says(one_way_hello(4)));
    EXPECT_EQ(-1, arrives(1));
    EXPECT_EQ(12, arrives(3));
    EXPECT_EQ(4, says(tick_hello(1'000, 64)));
    EXPECT_EQ(32, arrives(3));
    EXPECT_EQ(4, says(tick_hello(500, 64)));
    EXPECT_EQ(4, says(one_way_hello(2)));
    EXPECT_EQ(Ticker::never, echo.wait_ns());
    EXPECT_EQ(1, server.connections());
}

TEST(EchoDatagramsClock, WhoAskedIsSentSnapshotsAsLongAsItSendsInputs) {
    constexpr std::uint32_t rate_hz = 1'000, snapshot_bytes = 64;
    Server server(test_hello());
    MessageCount messages(server);
    std::vector<std::pair<Peer, std::string>> sent;
    EchoDatagrams echo(server, messages, [&](const Peer& to, const char* body, std::size_t bytes) {
        sent.emplace_back(to, std::string(body, bytes));
    });
    const auto says = [&](std::uint16_t port, std::string body) {
        body.resize(64);
        return echo.received(peer_on(port), body.data(), tick_hello_bytes);
    };
    const auto sends_input = [&](std::uint16_t port) {
        std::string input(32, 'i');
        return echo.received(peer_on(port), input.data(), 32);
    };
    EXPECT_EQ(-1, says(1, tick_hello(0, snapshot_bytes)));
    for (const std::uint16_t port : {1, 1, 2}) EXPECT_EQ(4, says(port, tick_hello(rate_hz, snapshot_bytes)));
    EXPECT_EQ(-1, says(3, tick_hello(rate_hz / 2, snapshot_bytes)));
    EXPECT_EQ(2, server.connections());
    EXPECT_EQ(Ticker::never, echo.wait_ns());

    EXPECT_EQ(32, sends_input(1));
    const std::int64_t deadline = now_ns() + 60 * second;
    while (sent.size() < 3 && now_ns() < deadline) echo.send_due();
    ASSERT_EQ(3u, sent.size());
    const Payload payload("random");
    for (std::size_t i = 0; i < sent.size(); ++i) {
        const auto& [to, body] = sent[i];
        EXPECT_TRUE(to == peer_on(1));
        ASSERT_EQ(snapshot_bytes, body.size());
        const std::uint32_t tick = load_u32(body.data());
        EXPECT_EQ(load_u32(sent[0].second.data()) + i, tick);
        EXPECT_EQ(
            0, std::memcmp(body.data() + snapshot_head_bytes, payload.of(tick), snapshot_bytes - snapshot_head_bytes));
    }
    EXPECT_EQ(3u, server.snapshots());

    echo.forget();
    EXPECT_EQ(0, server.connections());
    EXPECT_EQ(Ticker::never, echo.wait_ns());
    EXPECT_EQ(-1, sends_input(1));
    EXPECT_EQ(4, says(3, tick_hello(rate_hz / 2, snapshot_bytes)));
}

TEST(PeerTable, ForgetsTheOldestWhenItIsFull) {
    PeerTable table;
    for (std::size_t i = 0; i < known_datagram_peers; ++i)
        EXPECT_TRUE(table.add(peer_on(static_cast<std::uint16_t>(i + 1))));
    EXPECT_FALSE(table.add(peer_on(60'000)));
    EXPECT_FALSE(table.contains(peer_on(1)));
    for (std::size_t i = 1; i < known_datagram_peers; ++i)
        ASSERT_TRUE(table.contains(peer_on(static_cast<std::uint16_t>(i + 1)))) << i;
    EXPECT_TRUE(table.contains(peer_on(60'000)));
}

}  // namespace
}  // namespace pingmark
