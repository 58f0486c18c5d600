#include "kit/serializers.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "fake_lane.hpp"
#include "kit/failure.hpp"

namespace pingmark {
namespace {

std::string reason_against(const std::string& kind, std::size_t body_bytes, bool echoed) {
    try {
        make_serialized(kind, body_bytes, 0, echoed);
    } catch (const Unsupported& refused) {
        return refused.what();
    }
    return "";
}

std::vector<std::string> libraries() {
    std::vector<std::string> names = payload_names();
    names.erase(names.begin(), names.begin() + 3);
    return names;
}

/// The body's length at least, as the reason of a refusal tells it.
std::size_t least_of(const std::string& kind) {
    const std::string reason = reason_against(kind, 16, true);
    return std::stoul(reason.substr(reason.find("to be ") + 6));
}

TEST(Serializers, MakeEveryLengthExactlyAndReadItAgain) {
    for (const std::string& kind : libraries()) {
        const std::size_t least = least_of(kind);
        std::vector<std::size_t> lengths{1'400, 16'385, max_body_bytes - 1};
        for (std::size_t more = 0; more < 300; ++more) lengths.push_back(least + more);
        for (const std::size_t body : lengths) {
            const auto content = make_serialized(kind, body, 0, true);
            std::string bytes(body - sequence_bytes, '\0');
            for (const std::uint32_t sequence : {0u, 1u, 15u, 511u, 123'456'789u, ~0u}) {
                content->write(sequence, bytes.data(), bytes.size());
                EXPECT_TRUE(content->matches(sequence, bytes.data(), bytes.size())) << kind << " " << body;
                EXPECT_FALSE(content->matches(sequence + 1, bytes.data(), bytes.size())) << kind << " " << body;
            }
        }
    }
}

TEST(Serializers, FindAChangedByteWhereverItIs) {
    for (const std::string& kind : libraries()) {
        const auto content = make_serialized(kind, least_of(kind) + 20, 0, true);
        std::string bytes(least_of(kind) + 20 - sequence_bytes, '\0');
        content->write(7, bytes.data(), bytes.size());
        for (char& byte : bytes) {
            byte = static_cast<char>(byte ^ 1);
            EXPECT_FALSE(content->matches(7, bytes.data(), bytes.size())) << kind << ": " << bytes;
            byte = static_cast<char>(byte ^ 1);
        }
    }
}

TEST(Serializers, BlocksAreNotParsed) {
    for (const char* kind : {"zeros", "ones", "random"}) EXPECT_EQ(nullptr, make_serialized(kind, 28, 4, false));
}

TEST(Serializers, TellWhatCanNotBeWithTheReason) {
    EXPECT_EQ("payload xml: this worker has zeros, ones, random, json", reason_against("xml", 1'000, true));
    EXPECT_EQ("payload json: not with one_way or snapshots", reason_against("json", 1'000, false));
}

TEST(Serializers, AnAnswerThatIsParsedIsReceivedOrCorrupt) {
    for (const Framing framing : {Framing::length_le, Framing::datagram, Framing::library}) {
        const std::size_t body = 400 - (framing == Framing::length_le ? length_bytes : 0);
        const auto content = make_serialized("json", body, 400 - body, true);
        FakeLane fake(framing, 1, 1, 400, second, false, {}, content.get());
        fake.begin(0, {}, closed_load());
        EXPECT_TRUE(fake.pass(1, 0, {{0, ""}}));
        EXPECT_TRUE(fake.pass(2, 0, {{1, "payload"}}));
        EXPECT_TRUE(fake.pass(3, 0, {{2, ""}}));
        EXPECT_EQ(4u, fake.sent().size());
        EXPECT_EQ(3u, fake.lane().counts().received);
        EXPECT_EQ(1u, fake.lane().counts().corrupt);
    }
}

}  // namespace
}  // namespace pingmark
