// protocol/vectors/lane.json: one lane, at times that the vector sets.

#include <gtest/gtest.h>

#include "fake_lane.hpp"
#include "protocol_file.hpp"

namespace pingmark {
namespace {

using nlohmann::json;

std::vector<std::uint64_t> sparse_of(const std::vector<std::int64_t>& values) {
    Durations durations;
    for (const std::int64_t value : values) durations.record(value);
    MergedHistogram merged;
    durations.add_to(merged);
    return merged.sparse();
}

std::vector<std::uint64_t> sparse_of(const Durations& durations) {
    MergedHistogram merged;
    durations.add_to(merged);
    return merged.sparse();
}

bool only_datagrams_bring(const json& vector) {
    for (const json& event : vector["events"]) {
        for (const json& answer : event.value("answers", json::array())) {
            const std::string flaw = answer.value("flaw", "");
            if (flaw == "short" || flaw == "long" || flaw == "tiny") return true;
        }
    }
    return false;
}

Window window_of(const json& fields) {
    Window window;
    window.from = fields["from_ns"];
    window.to = fields.value("to_ns", Window::open_end);
    window.messages = fields.value("messages", std::uint64_t{0});
    window.lap_messages = fields.value("lap_messages", std::uint64_t{0});
    window.slowest = fields.value("slowest", std::uint64_t{0});
    return window;
}

ChosenLoad load_of_vector(json fields, const LoadLimits& limits) {
    fields["id"] = 1;
    fields["op"] = "run";
    Request request(fields.dump());
    const ChosenLoad load = take_load(request, limits);
    request.refuse_unknown_fields();
    return load;
}

LoadLimits limits_of(const json& vector, Framing framing) {
    LoadLimits limits;
    limits.is_stream = limits.has_lengths = framing == Framing::length_le;
    limits.message_bytes = vector["message_bytes"];
    limits.is_one_way = vector.value("one_way", false);
    limits.has_snapshots = vector.contains("snapshots");
    return limits;
}

/// False when the lane has ended.
bool play(FakeLane& fake, const json& event) {
    const std::int64_t at = event["at_ns"];
    if (!event.contains("answers")) return fake.pass(at);
    std::vector<FakeAnswer> answers;
    for (const json& answer : event["answers"])
        answers.push_back({answer.value("tick", answer.value("sequence", 0u)), answer.value("flaw", ""),
                           answer.value("arrived", std::int64_t{-1}), answer.value("tick_at_ns", std::int64_t{-1}),
                           answer.value("bytes", std::size_t{0})});
    return fake.pass(at, event["connection"].get<std::size_t>(), answers);
}

json sends_of(const FakeLane& fake) {
    json sends = json::array();
    for (const FakeLane::Sent& sent : fake.sent()) sends.push_back({sent.at, sent.connection, sent.sequence});
    return sends;
}

json calls_of(const FakeLane& fake) {
    json calls = json::array();
    for (const FakeLane::Call& call : fake.calls()) calls.push_back({call.at, call.connection, call.bytes});
    return calls;
}

json sorted_slowest(const Slowest& slowest) {
    json messages = json::array();
    for (const Slowest::Message& message : slowest.messages())
        messages.push_back(
            {message.connection, message.times.intended_at, message.times.sent_at, message.times.received_at});
    std::sort(messages.begin(), messages.end());
    return messages;
}

void expect_result(const json& expected, LaneOf<FakeClock>& lane) {
    const LaneWindow& window = lane.window();
    const Counts& counts = lane.end();
    const Extent& extent = counts.round_trips->extent;
    json result{{"from_ns", window.counted_from()},
                {"to_ns", window.counted_to()},
                {"rtt_max_ns", extent.empty() ? json() : json(extent.max)},
                {"rtt_sum_ns", extent.empty() ? json() : json(extent.sum)}};
    for (const NumberRow& row : number_rows) {
        if (row.kind == Kinds::all) result[row.name] = counts.*row.in;
    }
    for (const auto& [name, value] : result.items()) EXPECT_EQ(expected.at(name), value) << name;
    if (expected.contains("laps_ns")) {
        EXPECT_EQ(expected["laps_ns"], json(window.laps().durations()));
    }
    EXPECT_EQ(expected.value("slowest", json::array()), sorted_slowest(counts.slowest));

    EXPECT_EQ(sparse_of(expected["round_trips_ns"].get<std::vector<std::int64_t>>()), sparse_of(*counts.round_trips));
    EXPECT_EQ(expected.contains("uncorrected_ns"), counts.uncorrected != nullptr);
    if (!counts.uncorrected) return;
    EXPECT_EQ(sparse_of(expected["uncorrected_ns"].get<std::vector<std::int64_t>>()), sparse_of(*counts.uncorrected));
    EXPECT_EQ(sparse_of(expected["send_lateness_ns"].get<std::vector<std::int64_t>>()),
              sparse_of(*counts.send_lateness));
}

TickPlan ticks_of(const json& vector) {
    if (!vector.contains("snapshots")) return {};
    return {vector["snapshots"]["rate_hz"], vector["snapshots"]["snapshot_bytes"]};
}

void expect_snapshots(const json& expected, const Counts& counts) {
    EXPECT_EQ(expected["received"], counts.snapshots_received);
    EXPECT_EQ(expected["lost"], counts.snapshots_lost);
    EXPECT_EQ(sparse_of(expected["lateness_ns"].get<std::vector<std::int64_t>>()),
              sparse_of(*counts.snapshot_lateness));
    EXPECT_EQ(sparse_of(expected["skew_ns"].get<std::vector<std::int64_t>>()), sparse_of(*counts.snapshot_skew));
}

void play(const json& vector, Framing framing) {
    FakeLane fake(framing, vector["connections"], vector["in_flight"], vector["message_bytes"], vector["lost_after_ns"],
                  vector.value("one_way", false), ticks_of(vector));
    fake.begin(vector["begin_ns"], window_of(vector["window"]),
               load_of_vector(vector["load"], limits_of(vector, framing)));
    bool is_over = false;
    for (const json& event : vector["events"]) is_over = !play(fake, event);
    const json& expected = vector["expect"];
    EXPECT_EQ(expected["is_over"], is_over);
    EXPECT_EQ(expected["sends"], sends_of(fake));
    if (framing == Framing::length_le && expected.contains("calls")) {
        EXPECT_EQ(expected["calls"], calls_of(fake));
    }
    expect_result(expected["result"], fake.lane());
    if (expected["result"].contains("snapshots"))
        expect_snapshots(expected["result"]["snapshots"], fake.lane().counts());
}

TEST(LaneVectors, AreMetOnEveryFraming) {
    const json file = protocol_file("vectors/lane.json");
    for (const json& vector : file["vectors"]) {
        for (const Framing framing : {Framing::datagram, Framing::library, Framing::length_le}) {
            if (framing == Framing::length_le && only_datagrams_bring(vector)) continue;
            if (framing != Framing::length_le && vector.value("framing", "") == "stream") continue;
            SCOPED_TRACE(vector["name"].get<std::string>() + ", framing " + std::to_string(static_cast<int>(framing)));
            play(vector, framing);
        }
    }
}

}  // namespace
}  // namespace pingmark
