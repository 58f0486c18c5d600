#pragma once

#include <cstddef>
#include <cstdint>

namespace pingmark {

// The numbers of protocol/constants.json, by the same names.

constexpr std::int64_t protocol_version = 1;

constexpr std::int64_t first_look_for_losses_after_ns = 5'000'000;
constexpr std::int64_t longest_wait_ns = 50'000'000;
constexpr std::int64_t loss_noticed_within_ns = 15'000'000;
constexpr std::uint32_t polls_per_clock_reading = 1'024;
/// How many connections send their first messages in one pass. Thousands at once would take so long that libraries
/// resend.
constexpr std::size_t connections_filled_per_pass = 64;
/// How many messages of a timed load are sent, or given up, before arrivals are received.
constexpr unsigned due_messages_per_pass = 16;
constexpr unsigned given_up_messages_per_pass = 65'536;
constexpr std::int64_t watchdog_interval_ns = 100'000'000;
constexpr unsigned watchdog_all_lanes_silent_intervals = 30;
constexpr unsigned watchdog_one_lane_silent_intervals = 300;
constexpr std::int64_t ended_together_ns = 20'000'000;
constexpr std::int64_t rest_interval_ns = 100'000'000;
constexpr std::int64_t stdin_end_ns = 1'000'000'000;
constexpr std::int64_t disconnect_patience_ns = 1'000'000'000;
/// A library's thread may wait for its slowest tick, a second.
constexpr std::int64_t forget_patience_ns = 2'000'000'000;
constexpr std::int64_t hello_repeat_ns = 100'000'000;
constexpr std::int64_t shortage_pause_ns = 100'000'000;
constexpr int full_socket_tries = 1'000;
constexpr std::size_t known_datagram_peers = 16'384;
constexpr std::size_t connected_datagram_peers = 64;

constexpr std::size_t min_message_bytes = 8;
constexpr std::uint32_t min_body_bytes = 4;
constexpr std::uint32_t max_body_bytes = 65'536;
constexpr std::size_t max_line_bytes = 4'194'304;
constexpr std::int64_t max_in_flight = 65'536;
/// Over all connections: bounds the memory of slots.
constexpr std::int64_t max_messages_in_flight = 4'194'304;
/// On one connection: what its buffers hold while nobody reads.
constexpr std::int64_t max_preflood_bytes = 262'144;
/// One way: in how many parts a window is acknowledged. An acknowledgement fits in the place of a message.
constexpr std::uint32_t one_way_parts = 4;
constexpr std::size_t min_one_way_message_bytes = 20;
/// Snapshots: their highest rate, their least size (a head and four bytes), and how long they follow an input.
constexpr std::uint32_t max_snapshot_rate_hz = 1'000;
constexpr std::size_t min_snapshot_bytes = 20;
constexpr std::int64_t snapshot_lease_ns = 1'000'000'000;
constexpr std::size_t max_laps = 200'000;
constexpr std::int64_t max_slowest_messages = 1024;
constexpr std::int64_t max_vector_values = 100'000'000;
constexpr std::int64_t max_rate_per_s = 10'000'000;
constexpr std::int64_t max_seed = 2'147'483'647;
constexpr std::size_t max_recorded_messages = 5'000;
constexpr std::int64_t max_recording_ns = 3'600'000'000'000;
constexpr std::int64_t max_window_ns = 1'000'000'000'000'000;
/// How far ahead a run may start.
constexpr std::int64_t max_start_ahead_ns = 60'000'000'000;
constexpr std::int64_t max_lost_after_ns = 3'600'000'000'000;

constexpr std::int64_t default_lost_after_ns = 1'000'000'000;
constexpr std::int64_t default_connect_timeout_ns = 5'000'000'000;
/// For datagram servers: the first burst of 500 clients silently overflows Linux's default.
constexpr int default_datagram_receive_buffer_bytes = 4'194'304;
constexpr int default_tick_rate_hz = 60;

constexpr std::size_t pool_portions_per_lane = 4;
constexpr std::uint32_t answers_remembered_per_slot = 64;
constexpr std::size_t payload_block_bytes = 69'632;

/// How long a clock is read for its step, and again for the cost of a call.
constexpr std::int64_t timer_watch_ns = 60'000'000;

}  // namespace pingmark
