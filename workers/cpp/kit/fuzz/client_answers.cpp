// What a server may answer a client: anything. The client counts, and what it counts adds up.

#include "input.hpp"
#include "kit/tests/fake_lane.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace pingmark;
    Input input(data, size);
    const std::uint8_t form = input.byte();
    const bool stream = form & 1;
    const std::uint32_t in_flight = 1 + (form >> 1) % 8;
    constexpr std::uint32_t message_bytes = 32;
    constexpr std::int64_t lost_after = 100 * millisecond;
    FakeLane fake(stream ? Framing::length_le : Framing::datagram, 1, in_flight, message_bytes, lost_after);
    Window window;
    window.to = second;
    fake.begin(0, window, closed_load());
    std::int64_t now = 0;
    for (bool goes_on = true; goes_on && !input.empty();) {
        const std::uint8_t step = input.byte();
        now += step * millisecond / 8;
        if (step % 4 == 0) {
            goes_on = fake.pass(now);
        } else if (step % 4 == 1) {
            goes_on = fake.pass(now, 0, {{input.byte(), step & 4 ? "" : "payload"}});
        } else {
            goes_on = fake.pass_bytes(now, input.take(1 + step / 4));
        }
    }
    const auto& counts = fake.lane().counts();
    require(counts.matched.get() + counts.lost <= fake.sent().size(), "no more answers and losses than messages");
    return 0;
}
