#include "kit/constants.hpp"

#include <gtest/gtest.h>

#include "protocol_file.hpp"

namespace pingmark {
namespace {

TEST(Constants, AreThoseOfTheProtocol) {
    const nlohmann::json mine{
        {"protocol", protocol_version},
        {"first_look_for_losses_after_ns", first_look_for_losses_after_ns},
        {"longest_wait_ns", longest_wait_ns},
        {"loss_noticed_within_ns", loss_noticed_within_ns},
        {"polls_per_clock_reading", polls_per_clock_reading},
        {"connections_filled_per_pass", connections_filled_per_pass},
        {"due_messages_per_pass", due_messages_per_pass},
        {"given_up_messages_per_pass", given_up_messages_per_pass},
        {"watchdog_interval_ns", watchdog_interval_ns},
        {"watchdog_all_lanes_silent_intervals", watchdog_all_lanes_silent_intervals},
        {"watchdog_one_lane_silent_intervals", watchdog_one_lane_silent_intervals},
        {"ended_together_ns", ended_together_ns},
        {"rest_interval_ns", rest_interval_ns},
        {"stdin_end_ns", stdin_end_ns},
        {"timer_watch_ns", timer_watch_ns},
        {"disconnect_patience_ns", disconnect_patience_ns},
        {"forget_patience_ns", forget_patience_ns},
        {"hello_repeat_ns", hello_repeat_ns},
        {"shortage_pause_ns", shortage_pause_ns},
        {"full_socket_tries", full_socket_tries},
        {"known_datagram_peers", known_datagram_peers},
        {"connected_datagram_peers", connected_datagram_peers},
        {"min_message_bytes", min_message_bytes},
        {"min_body_bytes", min_body_bytes},
        {"max_body_bytes", max_body_bytes},
        {"max_line_bytes", max_line_bytes},
        {"max_in_flight", max_in_flight},
        {"max_messages_in_flight", max_messages_in_flight},
        {"max_preflood_bytes", max_preflood_bytes},
        {"one_way_parts", one_way_parts},
        {"min_one_way_message_bytes", min_one_way_message_bytes},
        {"max_snapshot_rate_hz", max_snapshot_rate_hz},
        {"max_start_ahead_ns", max_start_ahead_ns},
        {"min_snapshot_bytes", min_snapshot_bytes},
        {"snapshot_lease_ns", snapshot_lease_ns},
        {"max_laps", max_laps},
        {"max_slowest_messages", max_slowest_messages},
        {"max_vector_values", max_vector_values},
        {"max_rate_per_s", max_rate_per_s},
        {"max_seed", max_seed},
        {"max_recorded_messages", max_recorded_messages},
        {"max_recording_ns", max_recording_ns},
        {"max_window_ns", max_window_ns},
        {"max_lost_after_ns", max_lost_after_ns},
        {"default_lost_after_ns", default_lost_after_ns},
        {"default_connect_timeout_ns", default_connect_timeout_ns},
        {"default_datagram_receive_buffer_bytes", default_datagram_receive_buffer_bytes},
        {"default_tick_rate_hz", default_tick_rate_hz},
        {"pool_portions_per_lane", pool_portions_per_lane},
        {"answers_remembered_per_slot", answers_remembered_per_slot},
        {"payload_block_bytes", payload_block_bytes},
    };
    nlohmann::json shared = protocol_file("constants.json");
    shared.erase("about");
    EXPECT_EQ(shared, mine);
}

}  // namespace
}  // namespace pingmark
