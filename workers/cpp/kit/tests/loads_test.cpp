#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "kit/loads/loads.hpp"
#include "protocol_file.hpp"

namespace pingmark {
namespace {

using nlohmann::json;

ChosenLoad load_of(json fields, const LoadLimits& limits = {}) {
    fields["id"] = 1;
    fields["op"] = "run";
    Request request(fields.dump());
    ChosenLoad load = take_load(request, limits);
    request.refuse_unknown_fields();
    return load;
}

std::unique_ptr<Load> made(const json& fields, const LoadTarget& place) { return load_of(fields).make(place); }

TEST(Loads, AreDueAsTheVectorsSay) {
    const json file = protocol_file("vectors/loads.json");
    for (const json& vector : file["vectors"]) {
        SCOPED_TRACE(vector.dump());
        json fields = vector;
        for (const char* other : {"connections", "connection", "first_ns", "messages", "last_ns", "sum_ns"})
            fields.erase(other);
        const auto load = made(fields, {0, vector["connection"], vector["connections"]});
        std::vector<std::int64_t> first;
        std::int64_t last = 0;
        std::int64_t sum = 0;
        for (std::int64_t i = 0; i < vector["messages"].get<std::int64_t>(); ++i) {
            last = load->due();
            sum += last;
            if (first.size() < vector["first_ns"].size()) first.push_back(last);
            load->sent();
        }
        EXPECT_EQ(vector["first_ns"], json(first));
        EXPECT_EQ(vector["last_ns"], last);
        EXPECT_EQ(vector["sum_ns"], sum);
    }
}

TEST(Loads, ExchangesGoOnAsTheVectorsSay) {
    const json file = protocol_file("vectors/loads.json");
    for (const json& vector : file["exchanges"]) {
        SCOPED_TRACE(vector.dump());
        json fields = vector;
        fields.erase("steps");
        fields.erase("at_once");
        const auto load = made(fields, {});
        std::string at_once = load->due() == Load::at_once ? "1" : "0";
        for (const char step : vector["steps"].get<std::string>()) {
            step == 's' ? load->sent() : load->ended();
            at_once += load->due() == Load::at_once ? "1" : "0";
        }
        EXPECT_EQ(vector["at_once"], at_once);
    }
}

TEST(Loads, APrefloodFitsIntoTheBuffers) {
    LoadLimits limits;
    limits.in_flight = 5;
    limits.message_bytes = 1'000;
    limits.unread_bytes = 3'000;
    EXPECT_NO_THROW(load_of({{"load", "preflood"}, {"preflood", 2}}, limits));
    EXPECT_THROW(load_of({{"load", "preflood"}, {"preflood", 3}}, limits), Unsupported);
    limits.unread_bytes = max_preflood_bytes;
    EXPECT_THROW(load_of({{"load", "preflood"}, {"preflood", 5}}, limits), Unsupported);
    EXPECT_THROW(load_of({{"load", "preflood"}, {"preflood", -1}}, limits), Unsupported);
    EXPECT_THROW(load_of({{"load", "preflood"}}, limits), Failure);
}

TEST(Loads, TimesCountFromTheOrigin) {
    const json fields{{"load", "fixed-rate"}, {"rate_per_s", 1000}, {"arrivals", "poisson"}};
    const auto from_zero = made(fields, {0, 2, 3});
    const auto from_later = made(fields, {777, 2, 3});
    for (int i = 0; i < 100; ++i) {
        EXPECT_EQ(from_zero->due() + 777, from_later->due());
        from_zero->sent();
        from_later->sent();
    }
}

TEST(Loads, ConnectionsShareTheRate) {
    constexpr std::int64_t rate = 10'007;
    constexpr std::size_t connections = 7;
    std::vector<std::int64_t> all;
    for (std::size_t c = 0; c < connections; ++c) {
        const auto load = made({{"load", "fixed-rate"}, {"rate_per_s", rate}}, {0, c, connections});
        for (; load->due() < second; load->sent()) all.push_back(load->due());
    }
    EXPECT_EQ(all.size(), static_cast<std::size_t>(rate));
}

TEST(Loads, ABurstIsNoMoreThanMayBeInFlight) {
    LoadLimits limits;
    limits.in_flight = 5;
    const auto with = [&](int burst) {
        return load_of({{"load", "fixed-rate"}, {"rate_per_s", 1}, {"arrivals", "bursts"}, {"burst", burst}}, limits);
    };
    EXPECT_NO_THROW(with(5));
    EXPECT_THROW(with(6), Unsupported);
    EXPECT_THROW(with(0), Unsupported);
    EXPECT_THROW(load_of({{"load", "fixed-rate"}, {"rate_per_s", 1}, {"arrivals", "bursts"}}), Failure);
    EXPECT_THROW(load_of({{"load", "fixed-rate"}, {"rate_per_s", 1}, {"burst", 2}}), Unsupported);
}

TEST(Loads, RecordingsHaveLimits) {
    for (const char* gaps :
         {"", " ", "1  2", "1 ", "-1", "1,2", "0 0", "99", "3600000000001", "3600000000000 1", "99999999999999999999"})
        EXPECT_THROW(load_of({{"load", "replay"}, {"gaps_ns", gaps}}), Unsupported) << gaps;
    std::string most = "1000";
    for (std::size_t i = 1; i < max_recorded_messages; ++i) most += " 1000";
    EXPECT_NO_THROW(load_of({{"load", "replay"}, {"gaps_ns", most}}));
    EXPECT_THROW(load_of({{"load", "replay"}, {"gaps_ns", most + " 1000"}}), Unsupported);
}

TEST(Loads, AStreamIsOfClientsThatAreConnectedForIt) {
    const json fields{{"load", "stream"}, {"batch", 8}};
    EXPECT_THROW(load_of(fields), Unsupported);
    LoadLimits limits;
    limits.is_one_way = true;
    EXPECT_EQ(Sends{8}, load_of(fields, limits).sends);
    EXPECT_EQ(Sends::apart, load_of({{"load", "stream"}}, limits).sends);
    EXPECT_THROW(load_of({{"load", "closed"}}, limits), Unsupported);
    limits.is_stream = false;
    EXPECT_THROW(load_of(fields, limits), Unsupported);
    EXPECT_NO_THROW(load_of({{"load", "stream"}, {"batch", 1}}, limits));
    const std::vector<std::string> offered = load_names(true, false, false, false);
    EXPECT_EQ(0, std::count(offered.begin(), offered.end(), "stream"));
}

TEST(Loads, TheLogarithmIsOne) {
    for (int i = 1; i <= 10'000; ++i) {
        const double u = i / 10'000.0;
        EXPECT_NEAR(std::log(u), portable_ln(u), 4e-16 * std::max(1.0, std::abs(std::log(u)))) << u;
    }
}

}  // namespace
}  // namespace pingmark
