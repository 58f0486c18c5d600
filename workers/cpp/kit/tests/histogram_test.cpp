#include "kit/histogram.hpp"

#include <gtest/gtest.h>

#include "kit/counts.hpp"
#include "kit/operations.hpp"
#include "kit/wire.hpp"
#include "protocol_file.hpp"

namespace pingmark {
namespace {

using nlohmann::json;

Reply answer(json request) {
    request["id"] = 1;
    request["op"] = "vector";
    Request parsed(request.dump());
    return vector(parsed);
}

TEST(Histogram, HasTheLayoutOfTheVectors) {
    const json file = protocol_file("vectors/histogram.json");
    for (const json& expected : file["vectors"]) {
        if (expected["count"] > 100'000) continue;
        SCOPED_TRACE(expected.dump());
        const Reply reply = answer({{"name", "histogram"}, {"seed", expected["seed"]}, {"count", expected["count"]}});
        const auto sparse = reply["histogram"].get<std::vector<std::uint64_t>>();
        const auto first = expected["first"].get<std::vector<std::uint64_t>>();
        const auto last = expected["last"].get<std::vector<std::uint64_t>>();
        ASSERT_EQ(expected["entries"].get<std::size_t>() * 2, sparse.size());
        EXPECT_TRUE(std::equal(first.begin(), first.end(), sparse.begin()));
        EXPECT_TRUE(std::equal(last.rbegin(), last.rend(), sparse.rbegin()));
    }
}

TEST(Histogram, CountsTheLongestValuesTogether) {
    EXPECT_EQ(Histogram::size - 1, Histogram::index_of(Histogram::highest));
    EXPECT_EQ(Histogram::size - 1, Histogram::index_of(Histogram::highest + 1'000));
    EXPECT_EQ(2'047u, Histogram::index_of(2'047));
    EXPECT_EQ(2'048u, Histogram::index_of(2'048));
    EXPECT_EQ(2'048u, Histogram::index_of(2'049));
}

TEST(Durations, AreForgottenWhole) {
    Durations durations;
    for (const std::int64_t value : {0, 5, 3'000'000, 5}) durations.record(value);
    EXPECT_EQ(0, durations.extent.min);
    EXPECT_EQ(3'000'000, durations.extent.max);
    EXPECT_EQ(3'000'010, durations.extent.sum);
    durations.clear();
    EXPECT_TRUE(durations.extent.empty());
    MergedHistogram merged;
    merged.add(durations.histogram);
    EXPECT_TRUE(merged.sparse().empty());
}

TEST(Payload, IsThatOfTheVectors) {
    const json file = protocol_file("vectors/payload.json");
    for (const json& expected : file["vectors"]) {
        SCOPED_TRACE(expected.dump());
        json request{{"name", "payload"}};
        for (const char* field : {"payload", "sequence", "message_bytes", "framing"}) request[field] = expected[field];
        const auto hex = answer(request)["hex"].get<std::string>();
        EXPECT_EQ(expected["start"].get<std::string>(), hex.substr(0, expected["start"].get<std::string>().size()));
        EXPECT_EQ(2 * expected["message_bytes"].get<std::size_t>(), hex.size());
    }
}

}  // namespace
}  // namespace pingmark
