#include "kit/server.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>

#include <atomic>
#include <cstring>
#include <thread>

#include "kit/echo_stream.hpp"

namespace pingmark {
namespace {

Hello hello_of_nobody() {
    Hello hello;
    std::memset(hello.bytes, 1, hello_bytes);
    return hello;
}

Socket connect_to(const Server& server) {
    const Address address = Address::of_local_end(server.fd());
    Socket client = open_socket(address, Transport::tcp);
    set_blocking(client.fd());
    EXPECT_EQ(0, connect(client.fd(), address.get(), address.size()));
    return client;
}

/// Accepts one connection, and serves it until it ends.
std::thread serve_one(Server& server) {
    return std::thread([&server] {
        MessageCount messages(server);
        EchoStream stream(server, messages, Socket(server.accept(0)));
        while (stream.received(recv(stream.fd(), stream.space(), stream.room(), 0)) == EchoStream::State::open) {
        }
    });
}

TEST(ServerClock, EndsTheConnectionsThatAreLeftAndGoesOnListening) {
    Server server(Address::parse("127.0.0.1", 0), Transport::tcp, SocketOptions(), std::nullopt, false);
    set_blocking(server.fd());
    for (const std::uint64_t messages : {1, 2}) {
        std::thread serving = serve_one(server);
        const Socket client = connect_to(server);
        char byte = 'x';
        ASSERT_EQ(1, send(client.fd(), &byte, 1, 0));
        ASSERT_EQ(1, recv(client.fd(), &byte, 1, 0));
        EXPECT_EQ(1, server.connections());
        server.disconnect();
        EXPECT_EQ(0, server.connections());
        EXPECT_EQ(0, recv(client.fd(), &byte, 1, 0)) << "the client is told";
        serving.join();
        EXPECT_EQ(messages, server.messages());
    }
}

TEST(ServerClock, HasItsPeersForgottenByTheThreadThatKnowsThem) {
    Server server(Address::parse("127.0.0.1", 0), Transport::udp, SocketOptions(), hello_of_nobody(), false);
    std::atomic<bool> woken{false};
    server.count_connections(+1);
    server.wake_by([&] { woken = true; });
    std::thread knows_them([&] {
        while (!server.must_forget() || !woken) std::this_thread::yield();
        server.count_connections(-1);
        server.forgot();
    });
    server.disconnect();
    knows_them.join();
    EXPECT_EQ(0, server.connections());
}

}  // namespace
}  // namespace pingmark
