// A server's stream, in pieces of any size, against a reader of frames that knows all of it at once.

#include "input.hpp"
#include "kit/echo_buffer.hpp"

namespace {

using namespace pingmark;

struct Expected {
    std::string echo;
    std::uint64_t messages = 0;
    std::uint64_t bad_frames = 0;
    std::uint64_t rejected = 0;
    bool broken = false;
    bool one_way = false;  ///< what is acknowledged depends on how it comes in pieces
};

std::string framed(const std::string& body) {
    std::string frame(length_bytes, '\0');
    store_u32(frame.data(), static_cast<std::uint32_t>(body.size()));
    return frame + body;
}

Expected read(const std::string& all, const Hello& hello) {
    Expected expected;
    bool greeted = false;
    for (std::size_t at = 0; at + length_bytes <= all.size() && !expected.broken;) {
        const std::uint32_t length = load_u32(all.data() + at);
        const bool whole = all.size() - at - length_bytes >= length;
        if (!greeted && length == one_way_hello_bytes) {
            if (!whole) break;
            expected.one_way = static_cast<bool>(OneWay::of_hello(hello, all.data() + at + length_bytes, length));
            expected.rejected = 1;
            expected.broken = true;
        } else if (!greeted &&
                   (length != hello_bytes || (whole && !hello.equals(all.data() + at + length_bytes, length)))) {
            expected.rejected = 1;
            expected.broken = true;
        } else if (length < 4 || length > 65'536) {
            expected.bad_frames = 1;
            expected.broken = true;
        } else if (!whole) {
            break;
        } else {
            expected.echo += greeted ? all.substr(at, length_bytes + length) : framed("PMOK");
            expected.messages += greeted ? 1 : 0;
            greeted = true;
            at += length_bytes + length;
        }
    }
    return expected;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    Hello hello;
    std::memcpy(hello.bytes, "PMK1the run's token", hello_bytes - 1);
    Server server{hello};
    MessageCount messages(server);
    constexpr int some_fd = 1'000;
    EchoBuffer buffer(server, messages, some_fd);

    const std::uint8_t form = input.byte();
    const std::size_t piece = 1 + input.byte() * (form & 2 ? 257u : 1u);
    const std::size_t sent = 1 + input.byte();
    std::string all = form & 1 ? framed(std::string(hello.bytes, hello_bytes)) : "";
    all += input.rest();
    // Frames of a length that nobody would guess.
    if (form & 4) all += framed(std::string(65'536, 'x')) + all;
    const Expected expected = read(all, hello);

    std::string echo;
    for (std::size_t at = 0; at < all.size() && !buffer.is_broken();) {
        const std::size_t n = std::min({piece, buffer.room(), all.size() - at});
        require(n > 0, "there is room for more");
        std::memcpy(buffer.space(), all.data() + at, n);
        buffer.received(n);
        at += n;
        while (buffer.has_unsent()) {
            const std::size_t some = std::min(sent * piece, buffer.unsent_bytes());
            echo.append(buffer.unsent(), some);
            buffer.sent(some);
        }
    }
    if (expected.one_way) return 0;
    require(buffer.is_broken() == expected.broken, "broken as expected");
    require(echo == expected.echo, "the echo is what was sent");
    require(server.messages() == expected.messages, "messages are counted");
    require(server.bad_frames() == expected.bad_frames, "bad frames are counted");
    require(server.rejected() == expected.rejected, "strangers are counted");
    return 0;
}
